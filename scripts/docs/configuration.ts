// Writes the tables of docs/configuration.md: the settings that processes share, and those of each process.
import type { Setting } from './settings.ts';

/** Groups of processes, so that a cell need not list them. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  owners: ['auth', 'catalogue', 'generations', 'notifications'],
  workers: ['import-worker', 'generation-worker', 'webhook-worker'],
};

/** Everything after this line of the page is made by `npm run docs`. */
const MARK = '<!-- npm run docs makes what follows from the config.ts of each app. -->\n';

/** The page with new tables below what is written by hand; the tables are not aligned yet. */
export function withTables(page: string, settings: readonly Setting[]): string {
  const [byHand, ...rest] = page.split(MARK);
  if (rest.length !== 1) throw new Error(`docs/configuration.md must have this line once: ${MARK}`);
  return `${byHand}${MARK}\n${tablesOf(settings)}`;
}

/** The sections of the settings. */
export function tablesOf(settings: readonly Setting[]): string {
  const processes = [...new Set(settings.flatMap((setting) => setting.processes))];
  const shared = settings.filter((setting) => setting.processes.length > 1);
  const own = processes.map((process) =>
    sectionOf(
      process,
      settings.filter((setting) => setting.processes.join() === process),
    ),
  );
  return [sharedSection(shared, processes), ...own].join('\n');
}

function sharedSection(settings: readonly Setting[], all: readonly string[]): string {
  const rows = settings.map((setting) => cellsOf(setting).toSpliced(1, 0, namesOf(setting.processes, all)));
  return section('Several processes', ['variable', 'of', 'default', 'values', 'what it sets'], rows);
}

function sectionOf(process: string, settings: readonly Setting[]): string {
  return section(process, ['variable', 'default', 'values', 'what it sets'], settings.map(cellsOf));
}

function cellsOf({ name, fallback, isRequired, allowed, meaning }: Setting): string[] {
  return [`\`${name}\``, fallback ?? (isRequired ? '**required**' : 'none'), allowed, meaning];
}

function namesOf(processes: readonly string[], all: readonly string[]): string {
  if (processes.length === all.length) return 'all';
  const whole = Object.entries(GROUPS).filter(([, group]) => group.every((one) => processes.includes(one)));
  const names = processes.map(
    (process) => whole.find(([, group]) => group.includes(process))?.[0] ?? process,
  );
  return [...new Set(names)].join(', ');
}

function section(heading: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map(escaped).join(' | ')} |`,
  );
  return `## ${heading}\n\n${lines.join('\n')}\n`;
}

function escaped(cell: string): string {
  return cell.replaceAll('|', '\\|');
}
