// What holds with every real model: its habits meet the review and the repair, and its faults fail nothing. A small model writes
// modestly; what it writes is in a report, and no test demands that it is good.
import { APPLICATION_IDS, defined, type Generation } from '#contracts';
import { until } from '#testing/until';
import type { FoundServer } from '../../../scripts/start/local-models.ts';
import { writeReport } from './model-report.ts';
import { ENDS_OF_CONTENT, ModelStack, type Written } from './model-stack.ts';

/** A model server that runs for a test. */
export interface RunningModel {
  /** As a customer names it in MODEL_SERVERS. */
  server: FoundServer;
  key: string;
  /** Kills it; it is back after a while, and loads the model anew. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** How much a suite does. */
export interface Extent {
  products: number;
  /** Time for all texts of an application, in milliseconds. */
  applicationMs: number;
}

/** Longest time of one text on a busy machine, in milliseconds. */
const LONG_MS = 900_000;

/** What the tests use once it is started. */
interface UnderTest {
  running: RunningModel;
  stack: ModelStack;
}

/** The tests of a model. */
export function testModel(name: string, start: () => Promise<RunningModel>, extent: Extent): void {
  const under = {} as UnderTest;
  let report = '';
  beforeAll(async () => {
    under.running = await start();
    under.stack = await ModelStack.start(under.running.server, under.running.key, extent.products);
  });
  afterAll(async () => {
    await under.stack?.stop();
    await under.running?.stop();
    process.stderr.write(report);
  });
  testCalls(under);
  testFaults(under);
  const written: Written[] = [];
  testTexts(under, extent, async (texts) => {
    written.push(texts);
    report = await writeReport(name, written);
  });
}

/** That a generation ended well, or by the words of the model. */
async function endsByContent({ ann }: ModelStack, { id }: Pick<Generation, 'id'>): Promise<void> {
  const { errorCode = 'QualityCheckFailed' } = await ann.generationEnd(id, LONG_MS);
  expect(ENDS_OF_CONTENT).toContain(errorCode);
}

function testCalls(under: UnderTest): void {
  it('is listed as it was registered', async () => {
    const { running, stack } = under;
    const { data } = await stack.ann.api.listModels();
    const [{ context, parameters } = {}] = running.server.models;
    const expected = { kind: 'model', local: true, isDefault: true, ...defined({ context, parameters }) };
    expect(data.models.find(({ id }) => id === stack.model)).toMatchObject(expected);
  });

  it(
    'is read along, and stopped: the model is free for the next one',
    async () => {
      const { stack } = under;
      const stopped = await stack.begin('product-description');
      const reader = await stack.follow(stopped);
      const { data } = await stack.ann.api.cancelGeneration({ path: { id: stopped.id } });
      expect(data).toMatchObject({ status: 'FAILED', errorCode: 'Cancelled' });
      await until('the stream has ended', () => reader.state === 'ended');
      await endsByContent(stack, await stack.begin('product-title', 1));
    },
    LONG_MS,
  );
}

function testFaults(under: UnderTest): void {
  it(
    'is killed in the middle of an answer, and loads for a while: another attempt writes the text',
    async () => {
      const { running, stack } = under;
      const begun = await stack.begin('product-description', 2);
      const reader = await stack.follow(begun);
      await running.crash();
      const hasFailed = (): boolean => reader.names.includes('generation.output.reset');
      await until('the attempt has failed', hasFailed, { withinMs: 60_000 });
      await endsByContent(stack, begun);
    },
    LONG_MS,
  );

  it(
    'refuses what does not fit into its context with that reason',
    async () => {
      const { ann } = under.stack;
      const content = '花园橡木长凳。'.repeat(1500); // each character is a token or two of an English model
      const { data } = await ann.api.createDocument({ body: { title: 'Bench', content, kind: 'facts' } });
      const body = { applicationId: 'product-description', inputs: {}, documentId: data.id };
      const { data: begun } = await ann.api.createGeneration({ body });
      expect(await ann.generationEnd(begun.id, LONG_MS)).toMatchObject({ errorCode: 'ContextTooLong' });
    },
    LONG_MS,
  );
}

function testTexts(under: UnderTest, extent: Extent, tell: (written: Written) => Promise<void>): void {
  const { products, applicationMs } = extent;
  it.each(APPLICATION_IDS)(
    'writes each text of %s, or fails by its words alone',
    async (applicationId) => {
      const texts = await under.stack.write(applicationId, applicationMs);
      await tell(texts);
      expect(texts.generations).toHaveLength(products);
      const mayEnd =
        applicationId === 'alt-text' ? ['UnsupportedByModel'] : [...ENDS_OF_CONTENT, 'Cancelled'];
      for (const { status, errorCode, usage, answeredBy, draft } of texts.generations) {
        expect(['SUCCESS', 'FAILED']).toContain(status); // and no answer that refuses to tell
        if (status === 'FAILED') expect(mayEnd).toContain(errorCode);
        if (errorCode === 'QualityCheckFailed') expect(draft).toBeDefined();
        if (status === 'SUCCESS') expect(usage?.outputTokens).toBeGreaterThan(0);
        expect(answeredBy).toBeUndefined();
      }
    },
    applicationMs + 120_000,
  );
}
