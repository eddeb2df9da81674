// Tests how many questions wait for the engine, with a stand-in for its library that answers when a test tells it to.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Health } from '#platform/observability';
import { until } from '#testing/until';
import { configSchema } from '../config.ts';
import { EngineClient, type Answer, type Question } from './engine.client.ts';

const LIBRARY = `
  export const getLlama = async () => ({
    loadModel: async () => ({
      trainContextSize: 1000,
      createContext: async ({ contextSize }) => ({ contextSize, getSequence: () => ({}) }),
    }),
  });
  export class LlamaChat {
    chatWrapper = { generateContextState: () => ({ contextText: { tokenize: () => [1, 2, 3] } }) };
    async generateResponse(messages, { signal }) {
      await new Promise((resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    }
  }
`;
const QUESTION: Question = {
  messages: [{ role: 'user', content: 'Write a title.' }],
  form: 'text',
  maxTokens: undefined,
  temperature: 0,
  topP: undefined,
  seed: undefined,
};

let engine: string;
beforeAll(async () => {
  engine = await mkdtemp(join(tmpdir(), 'engine-'));
  const library = join(engine, 'node_modules/node-llama-cpp/dist');
  await mkdir(library, { recursive: true });
  await writeFile(join(library, '../package.json'), '{"type":"module"}');
  await writeFile(join(library, 'index.js'), LIBRARY);
});
afterAll(() => rm(engine, { recursive: true }));

async function load(queue: number): Promise<EngineClient> {
  const config = configSchema.parse({
    LOCAL_MODEL_ENGINE: engine,
    LOCAL_MODEL_FILE: 'small.gguf',
    LOCAL_MODEL_NAME: 'small',
    LOCAL_MODEL_QUEUE: queue,
  });
  const client = new EngineClient(config, new Health());
  client.onApplicationBootstrap();
  await until('the model is loaded', () => client.context !== undefined);
  return client;
}

it.each([0, 1, 2])(
  '%i questions wait behind the one that is answered, and a further one is refused',
  async (queue) => {
    const client = await load(queue);
    const leaving = new AbortController();
    const write = (answer: Answer) => answer.write(leaving.signal, () => undefined).catch(() => undefined);
    const written: Promise<unknown>[] = [];
    for (let n = 0; n <= queue; n += 1) written.push(write(await client.read(QUESTION)));
    await expect(client.read(QUESTION)).rejects.toMatchObject({
      status: 429,
      message: `${queue} requests wait already`,
    });
    leaving.abort();
    await Promise.all(written);
    await client.read(QUESTION);
  },
);
