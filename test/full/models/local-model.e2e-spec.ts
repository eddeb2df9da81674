// A real model on this machine, as npm run model adds it: its habits meet the review and the repair, and its faults fail nothing.
// The model is small and writes modestly; what it writes is in a report below .local, and no test demands that it is good.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Generation } from '#contracts';
import type { EventReader } from '#testing/http';
import { projectFile } from '#testing/servers';
import { until } from '#testing/until';
import { InstalledModels } from '../../../scripts/model/installed-models.ts';
import { givenSettings } from '../../../scripts/start/given-settings.ts';
import { LocalModel } from '../../../scripts/start/local-model.ts';
import { followToText } from '../../system/helpers/live-text.ts';
import { APPLICATIONS, ENDS_OF_CONTENT, ModelStack, report } from './model-stack.ts';

/** Kept from run to run, because the model is fetched once. */
const DIR = projectFile('.local/models-of-tests');
const NAME = 'smollm2-135m';
/** Small bounds, because a small model often writes until it is stopped. */
const SETTINGS = { LOCAL_MODEL_CONTEXT: '2048', LOCAL_MODEL_ANSWER: '384' };
/** Time to fetch engine and model, in milliseconds. */
const FETCH_MS = 600_000;
const LONG_MS = 1_800_000;

/** Adds the model; tells why there is none on this machine. */
async function missing(): Promise<string | undefined> {
  const model = [process.execPath, '--conditions=ts-source', 'scripts/model/main.ts', NAME];
  const options = { cwd: projectFile(''), timeout: FETCH_MS };
  try {
    await promisify(execFile)('env', [`LOCAL_DIR=${DIR}`, ...model], options); // by `env`, so that pip and npm keep the other variables
    return undefined;
  } catch (error) {
    return (error as { stderr?: string }).stderr?.trim().split('\n').at(-1) ?? String(error);
  }
}

const reason = await missing();
const skipped = reason === undefined ? '' : `skipped: needs npm and pip with their registries, but ${reason}`;
if (skipped) process.stderr.write(`test/full/models is ${skipped}\n`);

(skipped ? describe.skip : describe)(`a model of this machine${skipped && ` (${skipped})`}`, () => {
  let local: LocalModel;
  let stack: ModelStack;
  beforeAll(async () => {
    const found = await LocalModel.find(new InstalledModels(DIR), DIR, givenSettings(SETTINGS));
    if (!found) throw new Error('npm run model has added nothing');
    local = found;
    stack = await ModelStack.start(local.server, local.key);
    await local.start({});
  }, 300_000);
  afterAll(async () => {
    await stack?.stop();
    await local?.stop();
  }, 60_000);

  /** Waits until the model writes; gives the stream of what it writes. */
  const follow = (id: string): Promise<EventReader> =>
    followToText(`${stack.environment.baseUrl}/generations/${id}/events`, stack.ann.token);
  const written: Generation[] = [];
  afterAll(() => (written.length > 0 ? report('local-model', written) : undefined));

  it('is listed with its size', async () => {
    const { data } = await stack.ann.api.listModels();
    expect(data.models.find(({ id }) => id === stack.model)).toMatchObject({
      kind: 'model',
      local: true,
      isDefault: true,
      parameters: 134_515_008,
      context: 2048,
    });
  });

  it.each(APPLICATIONS)(
    'writes each text of %s, or fails by its words alone',
    async (applicationId) => {
      const ended = await stack.writeAll(applicationId);
      written.push(...ended);
      expect(ended).toHaveLength(20);
      for (const { status, errorCode, usage, answeredBy, draft } of ended) {
        if (status === 'FAILED') expect(ENDS_OF_CONTENT).toContain(errorCode);
        if (errorCode === 'QualityCheckFailed') expect(draft).toBeDefined();
        expect(usage).toMatchObject({ inputTokens: expect.any(Number), outputTokens: expect.any(Number) });
        expect(answeredBy).toBeUndefined();
      }
    },
    LONG_MS,
  );

  it(
    'is read along, and stopped: the model is free for the next one',
    async () => {
      const stopped = await stack.begin('product-description');
      const reader = await follow(stopped.id);
      const { data } = await stack.ann.api.cancelGeneration({ path: { id: stopped.id } });
      expect(data).toMatchObject({ status: 'FAILED', errorCode: 'Cancelled' });
      await until('the stream has ended', () => reader.state === 'ended');
      const next = await stack.begin('product-title', 1);
      const { errorCode = 'QualityCheckFailed' } = await stack.ann.generationEnd(next.id, LONG_MS);
      expect(ENDS_OF_CONTENT).toContain(errorCode);
    },
    LONG_MS,
  );

  it(
    'is killed in the middle of an answer, and loads for a while: another attempt writes the text',
    async () => {
      const { id } = await stack.begin('product-description', 2);
      const reader = await follow(id);
      await local.child?.kill('SIGKILL');
      await until('the attempt has failed', () => reader.names.includes('generation.output.reset'), {
        withinMs: 60_000,
      });
      await local.child?.restart();
      const { errorCode = 'QualityCheckFailed' } = await stack.ann.generationEnd(id, LONG_MS);
      expect(ENDS_OF_CONTENT).toContain(errorCode);
    },
    LONG_MS,
  );

  it(
    'refuses what does not fit into its context with that reason',
    async () => {
      const content = 'An oak bench for the garden. '.repeat(2000);
      const { data: document } = await stack.ann.api.createDocument({
        body: { title: 'Bench', content, kind: 'facts' },
      });
      const body = { applicationId: 'product-description', inputs: {}, documentId: document.id };
      const { body: begun } = await stack.ann.post<Generation>('/generations', body);
      expect(await stack.ann.generationEnd(begun.id, LONG_MS)).toMatchObject({ errorCode: 'ContextTooLong' });
    },
    LONG_MS,
  );
});
