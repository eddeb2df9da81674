// The writing service of a test file, with the model client, against a model server that answers what a test says.
import { modelServer, type ModelServer } from '#contracts';
import { ModelClient, UsageMeter } from '../../src/models/index.ts';
import { LiveWriter } from '../../src/runner/live-writer.state.ts';
import { JudgingService } from '../../src/runner/judging.service.ts';
import { PicturesClient } from '../../src/runner/pictures.client.ts';
import { WritingService } from '../../src/runner/writing.service.ts';
import { BEHAVIOURS, startModelServer, type ModelServerUnderTest } from '../model-server.ts';
import type { taskFor } from '../tasks.ts';

/** The server; its models have the names of BEHAVIOURS, as `test:…`, as `plain:…` without structured output, as `here:…` on this machine, with few weights as `small:…`, and with a window of 4,096 tokens as `tight:…`. */
export let server: ModelServerUnderTest;
let writing: WritingService;

beforeAll(async () => {
  server = await startModelServer();
  const models = Object.keys(BEHAVIOURS);
  const enabled = modelServer.parse({ name: 'test', baseURL: server.url, models });
  writing = writingBy([
    enabled,
    { ...enabled, name: 'plain', structuredOutput: false },
    { ...enabled, name: 'here', local: true },
    {
      ...enabled,
      name: 'small',
      models: models.map((id) => ({ id, parameters: 135_000_000 })),
    },
    { ...enabled, name: 'tight', models: models.map((id) => ({ id, context: 4096 })) },
  ]);
});
afterAll(() => server?.close());
beforeEach(() => {
  server.received.length = 0;
});

/** The writing service with the models of these servers. */
export function writingBy(servers: ModelServer[]): WritingService {
  const client = new ModelClient({
    MODEL_SERVERS: servers,
    MODEL_KEYS: {},
    MODEL_TIMEOUT_MS: 10_000,
    MODEL_QUEUE_MS: 10_000,
  });
  const pictureClient = new PicturesClient({
    WEBHOOK_ALLOW_LOCALHOST: true,
    WEBHOOK_PORTS: ['1-65535'],
    WEBHOOK_REFUSED_RANGES: [],
  });
  return new WritingService(client, pictureClient, new JudgingService(client));
}

/** Writes one task to its outcome, by default with the models of this file. */
export const write = (
  task: ReturnType<typeof taskFor>,
  live = new LiveWriter(1, () => undefined),
  by = writing,
) => by.write({ task, seed: 'seed', signal: new AbortController().signal, live, meter: new UsageMeter() });
