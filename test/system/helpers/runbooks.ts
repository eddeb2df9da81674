// The commands for Postgres, Redis and NATS that the pages for operators have people run.
import { readFileSync } from 'node:fs';
import { projectFile } from '#testing/servers';

const PAGES = ['k8s/README.md', 'k8s/ALERTS.md', 'docs/operations.md'];

/** A command, with the user that runs it. */
export interface RunbookCommand {
  page: string;
  /** The first word of its variable with the address, such as `catalogue_system`; the user of NATS is `operator`. */
  user: string;
  /** The statement, or the words after the program. */
  text: string;
}

/** Every command of each program. Throws for one that is written in a way that cannot be read here. */
export function runbookCommands(): Record<'psql' | 'redis-cli' | 'nats', RunbookCommand[]> {
  const pages = PAGES.map((page) => ({ page, text: readFileSync(projectFile(page), 'utf8') }));
  const found = (pattern: RegExp): { page: string; words: string[] }[] =>
    pages.flatMap(({ page, text }) => [...text.matchAll(pattern)].map(([, ...words]) => ({ page, words })));
  const statements = found(
    /^ids "\$(\w+)_URL" ['"]([^'"]+)|psql "\$(\w+)_URL[^"]*" (?:--set \S+ )?--(?:command|file) (?:'([^']+)'|"([^"]+)"|(\S+))/gm,
  );
  const psql = statements.map(({ page, words: [a, b, user = a ?? '', ...texts] }) => ({
    page,
    user: user.toLowerCase(),
    text: b ?? texts.find((text) => text !== undefined) ?? '',
  }));
  const named = pages.flatMap(({ text }) => [...text.matchAll(/\bpsql "\$[A-Z]/g)]).length;
  const inList = statements.filter(({ words: [, inList] }) => inList !== undefined).length;
  if (psql.length - inList !== named) throw new Error(`${named} psql commands, ${psql.length - inList} read`);
  const redis = found(/redis-cli -u "\$REDIS_(\w+)_URL" ([^\n|]+)/g);
  return {
    psql,
    'redis-cli': redis.map(({ page, words: [user = '', text = ''] }) => ({
      page,
      user: user.toLowerCase(),
      text: text.trim(),
    })),
    nats: found(/(?:^|`)(nats (?:stream|consumer|server) [^`\n]+)/gm).map(({ page, words: [text = ''] }) => ({
      page,
      user: 'operator',
      text,
    })),
  };
}
