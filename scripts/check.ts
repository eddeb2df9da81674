// npm run check: the checks that need no running system, two at a time, each on the whole repository.
// npm run check:full (--full) also has the types checked by the compiler that builds, and seeds faults in the manifests to prove
// that their check reports them.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

interface Check {
  name: string;
  args: readonly string[];
}

const OURS = ['node', '--conditions=ts-source'];
/** The longest ones come first, so that no core is idle at the end. */
const CHECKS: readonly Check[] = [
  // Types too: see .oxlintrc.jsonc. Configurations in other folders, as of packages, do not count.
  { name: 'lint, types', args: ['oxlint', '--disable-nested-config'] },
  { name: 'manifests', args: [...OURS, 'k8s/validate/main.ts'] },
  { name: 'chart', args: [...OURS, 'k8s/validate/chart/main.ts'] },
  { name: 'budgets', args: ['node', 'scripts/console/budgets.ts'] },
  {
    name: 'boundaries',
    args: ['depcruise', 'apps', 'libs', 'scripts', 'test', 'k8s', '--output-type', 'err'],
  },
  { name: 'client', args: [...OURS, 'scripts/client.ts'] },
  { name: 'docs', args: [...OURS, 'scripts/docs/main.ts'] },
  { name: 'dead code', args: ['knip', '--no-progress'] },
  { name: 'contracts', args: [...OURS, 'scripts/contracts.ts'] },
  { name: 'format', args: ['oxfmt', '--list-different'] },
  { name: 'layout', args: ['node', 'scripts/check-layout.ts'] },
];
const FURTHER: readonly Check[] = [
  { name: 'compiler', args: ['tsc', '--noEmit'] },
  { name: 'console', args: ['tsc', '--project', 'apps/console'] },
  { name: 'seeded faults', args: [...OURS, 'k8s/validate/main.ts', '--faults'] },
];
const AT_ONCE = 2;
/**
 * For the linter and kubectl: a program in Go collects garbage only once it has 5 GiB, which is a fifth less work. They keep most of
 * what they make to their end.
 */
const MUCH_MEMORY = { GOGC: 'off', GOMEMLIMIT: '5GiB' };

const waiting = process.argv.includes('--full') ? [...FURTHER, ...CHECKS] : [...CHECKS];
const failed: string[] = [];
await Promise.all(Array.from({ length: AT_ONCE }, work));
console.log(failed.length > 0 ? `Failed: ${failed.join(', ')}` : 'All checks passed.');
process.exit(failed.length > 0 ? 1 : 0);

async function work(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const startedAt = performance.now();
    const { code, output } = await run(next.args);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${next.name.padEnd(13)} ${seconds} s`);
    if (code === 0) continue;
    failed.push(next.name);
    console.log(output.trimEnd());
  }
}

function run([tool = '', ...args]: readonly string[]): Promise<{ code: number; output: string }> {
  const program = fileURLToPath(new URL(`../node_modules/.bin/${tool}`, import.meta.url));
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...MUCH_MEMORY },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
