// npm run experiment -- <file> [address]: does another way to write make texts worse? Runs the experiment of a JSON file, whose
// `dataset` names products, on a system that runs, by default that of `npm start`; SHELFSCRIBE_KEY is an API key, without which
// it is the demo account. Prints what it has shown. Exit code 1 unless `minimum` is reached and no arm is worse than the first.
import { readFileSync } from 'node:fs';
import { Shelfscribe, type ArmResults, type CreateDatasetData, type Experiment } from '#client';
import type { ExperimentSubmission } from '#contracts';
import { DEMO } from '../start/demo-account.ts';

type ExperimentFile = Omit<ExperimentSubmission, 'datasetId'> & { dataset: CreateDatasetData['body'] };

/** Decimals of what is printed. */
const EXACT = 3;

const [file, address = 'http://localhost:3000'] = process.argv.slice(2);
if (!file) throw new Error('Name the file of an experiment, such as scripts/experiment/titles.json.');
const experiment = JSON.parse(readFileSync(file, 'utf8')) as ExperimentFile;
const ended = await run(await connect(address), experiment);
const { status, counts, judge, arms, results } = ended;
console.log(`Experiment ${ended.id}: ${status}, ${counts.success} of ${counts.total} texts written`);
if (judge)
  console.log(`${judge.model} has judged: ${judge.counts.success} of ${judge.counts.total} judgements`);
console.log(`Cost: ${costOf([...arms, ...(judge ? [judge] : [])])}`);
for (const arm of results?.arms ?? []) console.log(linesOf(arm).join('\n'));
const isWorse = results?.arms.some(({ verdict }) => verdict === 'WORSE') ?? true;
const hasPassed = !isWorse && results?.passed !== false;
console.log(hasPassed ? 'passed' : 'not passed');
process.exitCode = hasPassed ? 0 : 1;

/** Signs in to the system at an address. */
async function connect(root: string): Promise<Shelfscribe> {
  const apiKey = process.env['SHELFSCRIBE_KEY'];
  const urls = { baseUrl: `${root}/api/v2`, coreUrl: `${root}/core/api/v2` };
  const shelfscribe = new Shelfscribe({ ...urls, ...(apiKey !== undefined && { apiKey }) });
  if (apiKey === undefined) await shelfscribe.signIn({ email: DEMO.email, password: DEMO.password });
  return shelfscribe;
}

/** Runs an experiment to its end, on a dataset of its own. */
async function run(shelfscribe: Shelfscribe, { dataset, ...body }: ExperimentFile): Promise<Experiment> {
  const { data: made } = await shelfscribe.createDataset({ body: dataset });
  const { data: begun } = await shelfscribe.createExperiment({ body: { ...body, datasetId: made.id } });
  const path = { id: 'id' in begun ? begun.id : '' };
  const { stream } = await shelfscribe.followExperiment({ path });
  for await (const { event } of stream) if (event === 'experiment.completed') break;
  await shelfscribe.deleteDataset({ path: { id: made.id } });
  return (await shelfscribe.getExperiment({ path })).data;
}

/** What arms and the judge have cost together, with the currency. */
function costOf(parts: readonly Pick<Experiment['arms'][number], 'usage'>[]): string {
  const costs = parts.map(({ usage }) => usage.costMicros);
  if (costs.includes(null)) return 'unknown';
  const currency = parts.find(({ usage }) => usage.currency)?.usage.currency ?? '';
  return `${costs.reduce((sum: number, one) => sum + (one ?? 0), 0) / 1e6} ${currency}`.trimEnd();
}

/** What an experiment has shown of an arm, one score a line: its mean, and the difference to the first arm with its interval. */
function linesOf({ name, verdict, scores }: ArmResults): string[] {
  const lines = Object.entries(scores).map(([score, { mean, difference }]) => {
    const { low, high } = difference ?? {};
    const beside = difference
      ? `, difference ${fixed(difference.mean)} (${fixed(low)} to ${fixed(high)})`
      : '';
    return `  ${score}: ${fixed(mean)}${beside}`;
  });
  return [verdict ? `${name}: ${verdict}` : name, ...lines];
}

function fixed(value = 0): string {
  return String(Number(value.toFixed(EXACT)));
}
