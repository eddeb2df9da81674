// Writes docs/performance.md from what was measured.
import { callsOf, type Price } from './profile.ts';

/** Statements of one work that the page shows. */
const SHOWN = 25;
/** Length of a statement on the page. */
const TEXT = 110;

/** The page, as Markdown. `on` is the date and the machine. */
export function performancePage(prices: readonly Price[], on: string): string {
  return [
    `# What a request and a text cost

\`npm run bench -- --profile\` makes this page: time of the processors by process, and what noise cannot blur: statements,
messages, commands. What the idle system uses meanwhile is taken off. Measured on ${on}, with the
offline composer, 100,000 products in the workspace, all guards on. The machine's speed is in the milliseconds, so compare them with those of
the same machine alone.

## By process

Milliseconds of processor time for one. The sandbox is not in the sums: it stands for the marketplace.
`,
    byProcess(prices),
    `
## Messages, commands, garbage

Messages and bytes are those that our processes send over NATS; commands are those of Redis, in scripts too. Statements are
round trips to Postgres; in brackets those that triggers and functions run. Collections are those of young objects, of which a busy
process has 8 MB: they say how much is allocated.
`,
    byCount(prices),
    ...prices.map(statementsOf),
  ].join('\n');
}

function byProcess(prices: readonly Price[]): string {
  const names = [...new Set(prices.flatMap(({ cpuMs }) => Object.keys(cpuMs)))];
  const used = names.filter((name) => prices.some(({ cpuMs }) => (cpuMs[name] ?? 0) >= 0.01));
  const all = ({ cpuMs: { sandbox: _, ...ours } }: Price): number =>
    Object.values(ours).reduce((sum, ms) => sum + ms, 0);
  return table(
    ['', ...prices.map(({ what, unit }) => (what === 'nothing' ? `a ${unit} of nothing` : what))],
    [
      ...used.map((name) => [name, ...prices.map(({ cpuMs }) => figure(cpuMs[name] ?? 0))]),
      ['**all**', ...prices.map((price) => `**${figure(all(price))}**`)],
    ],
  );
}

function byCount(prices: readonly Price[]): string {
  return table(
    [
      'for one',
      'statements',
      'messages',
      'bytes sent',
      'commands',
      'collections in 1,000',
      'ms of them',
      'p50, ms',
    ],
    prices.map((price) => [
      nameOf(price),
      `${figure(callsOf(price))} (${figure(callsOf(price, false))})`,
      figure(price.messages),
      price.bytes.toFixed(0),
      figure(price.commands),
      figure(1000 * price.youngCollections),
      figure(price.gcMs),
      price.p50 === undefined ? '' : figure(price.p50),
    ]),
  );
}

function nameOf({ what, unit }: Price): string {
  return what === 'nothing' ? `a ${unit} of nothing` : `${what}: one ${unit}`;
}

function statementsOf(price: Price): string {
  const shown = price.statements.slice(0, SHOWN);
  if (shown.length === 0) return '';
  const rows = shown.map(({ owner, text, calls: times, ms, topLevel }) => [
    owner,
    figure(times),
    figure(ms),
    `${topLevel ? '' : '(in a function) '}\`${shortened(text)}\``,
  ]);
  return `\n## Statements: ${nameOf(price)}\n\n${table(['owner', 'calls', 'ms', 'statement'], rows)}`;
}

/** One line of a statement, which breaks no table. */
function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '¦').replaceAll('`', "'").trim();
  return line.length > TEXT ? `${line.slice(0, TEXT)} …` : line;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Three digits that count. */
function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
