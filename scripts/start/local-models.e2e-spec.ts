// Which model servers of this machine the local start finds, by stand-ins that answer as they do.
import { LlamaCpp, LmStudio, Ollama, openStandIn, type StandIn } from '#testing/model-servers';
import { freePort } from '#testing/servers';
import { findLlamaCpp, findLmStudio, findLocalModels, findOllama } from './local-models.ts';

const open: StandIn[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function start(server: { play: Parameters<typeof openStandIn>[0] }): Promise<string> {
  const standIn = await openStandIn(server.play);
  open.push(standIn);
  return standIn.url;
}

it('finds the models of Ollama that write, with what is known of them', async () => {
  const ollama = new Ollama();
  ollama.models = [
    {
      name: 'llama3.2:3b',
      capabilities: ['completion', 'tools'],
      parameters: 'num_ctx    8192\nstop "<|eot_id|>"',
    },
    { name: 'gemma3:4b', capabilities: ['completion', 'vision'] },
    { name: 'nomic-embed-text', capabilities: ['embedding'] },
  ];
  const url = await start(ollama);
  expect(await findOllama(url)).toEqual({
    name: 'ollama',
    baseURL: `${url}/v1`,
    models: [
      { id: 'llama3.2:3b', images: false, context: 8192 },
      { id: 'gemma3:4b', images: true },
    ],
    concurrency: 1,
    local: true,
  });
});

it('finds the models of LM Studio that write', async () => {
  const url = await start(new LmStudio());
  expect((await findLmStudio(url))?.models).toEqual([
    { id: 'qwen2.5-7b-instruct', images: false, context: 4096 },
    { id: 'qwen2-vl-7b', images: true },
  ]);
});

it('finds llama.cpp with its slots, and waits for one that loads', async () => {
  const server = new LlamaCpp();
  server.slots = 4;
  const url = await start(server);
  expect(await findLlamaCpp(url)).toMatchObject({
    models: [{ id: 'tiny.gguf', context: 4096, parameters: 134_515_008 }],
    concurrency: 4,
  });
  server.loading = true;
  const slow = await start({
    play: async (asked, response) => {
      await server.play(asked, response);
      server.loading = false; // from the second question on
    },
  });
  expect(await findLlamaCpp(slow)).toMatchObject({ models: [{ id: 'tiny.gguf' }], concurrency: 4 });
});

it('takes no other server for one of them, and none that hangs', async () => {
  const others = [
    await start(new Ollama()),
    await start({ play: (_asked, response) => void response.end('<!doctype html><title>It works</title>') }),
    await start({ play: () => undefined }),
    `http://127.0.0.1:${await freePort()}`,
  ];
  const places = others.map((address) => [address, findLlamaCpp] as const);
  expect(await findLocalModels(places)).toEqual([]);
});
