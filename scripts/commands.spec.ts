// What pages, workflows, manifests and messages tell people or machines to run exists.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { parse } from 'yaml';
import packageJson from '../package.json' with { type: 'json' };

/** An app of the image, or a task of one; a placeholder such as `<app>` is none. */
const WORD = String.raw`[a-z][\w-]*`;

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(md|ya?ml|sh|ts|tsx|mjs|json)$|^[^.]*$/.test(file))
  .filter((file) => existsSync(file) && !/^package-lock|\/generated\//.test(file));
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));

/** The groups of every match, each with its file. */
function found(pattern: RegExp, among = files): { file: string; words: string[] }[] {
  return among.flatMap((file) =>
    [...(texts.get(file) ?? '').matchAll(pattern)].map(([, ...words]) => ({ file, words })),
  );
}

it('runs only npm scripts that package.json has', () => {
  const named = found(/\bnpm run (?:--silent )?([a-z]\w*(?::[\w-]+)*)/g);
  expect(named.length).toBeGreaterThan(50);
  const missing = named.filter(({ words: [name = ''] }) => !(name in packageJson.scripts));
  expect(missing).toEqual([]);
});

it('runs only tasks that the apps of the image have', () => {
  const named = found(new RegExp(String.raw`entry\.mjs[\s\\]+(${WORD}) (${WORD})`, 'g'));
  expect(named.length).toBeGreaterThan(3);
  const composed = Object.entries(composeCommands()).map(([name, words]) => ({
    file: `docker-compose.yml ${name}`,
    words,
  }));
  expect(composed.length).toBeGreaterThan(10);
  const missing = [...named, ...composed].filter(({ words: [app = '', task = 'main'] }) => {
    return app !== 'migrate' && !existsSync(`apps/${app}/src/${task}.ts`);
  });
  expect(missing).toEqual([]);
});

it('runs only files that are in the repository and not empty', () => {
  const named = found(
    /(?:\bsh|\bnode(?: --\S+)*|--file|--config|-k|kustomize) ((?:k8s|deploy|scripts|test)\/[\w./-]+)/g,
  );
  expect(named.length).toBeGreaterThan(8);
  const missing = named.filter(
    ({ words: [path = ''] }) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0,
  );
  expect(missing).toEqual([]);
});

it('shows no comment that zsh, which takes one for words of a command while one types, would stumble over', () => {
  const pages = files.filter((file) => file.endsWith('.md'));
  const blocks = found(/^[ \t]*```(?:sh|bash)\n([^]*?)^[ \t]*```/gm, pages);
  expect(blocks.length).toBeGreaterThan(20);
  const lines = blocks.flatMap(({ file, words: [block = ''] }) =>
    block.split('\n').map((line) => `${file}: ${line}`),
  );
  const behindACommand = /^\S+ +[^#\s].*\s#/;
  const withAnOpenQuote = /^\S+ +#.*['`]/;
  expect(lines.filter((line) => behindACommand.test(line) || withAnOpenQuote.test(line))).toEqual([]);
});

/** The commands of our image in docker-compose.yml, by service. */
function composeCommands(): Record<string, string[]> {
  interface Service {
    image?: string;
    command?: unknown;
  }
  const { services } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as {
    services: Record<string, Service>;
  };
  const ours = Object.entries(services).filter(([, { image = '' }]) => image.startsWith('shelfscribe'));
  return Object.fromEntries(ours.map(([name, { command }]) => [name, command as string[]]));
}
