// The server of llama-cpp-python, with the small model, as a customer registers it: three products, within 10 minutes. It knows no
// JSON schemas (it refuses them with 500), tells no usage of a stream, answers a prompt that is too long with an empty stream, and
// drops an answer when another request comes, so that it needs `concurrency` 1.
import { testModel } from './model.suite.ts';
import { pythonOf, startServer, type ServerPackage } from './python-server.ts';
import { fetchSmallModel, MODEL_NAME, skipReason, smallModel } from './small-model.ts';

/** Time to compile it, in milliseconds: 3 minutes on two idle cores. */
const BUILD_MS = 1_500_000;
const CONTEXT = 4096;

const fetched = await fetchSmallModel();
const tool = await pythonOf('llama-cpp-python', BUILD_MS);
const skipped = skipReason('llama-cpp-python.e2e-spec.ts', fetched, tool);

const bindings: ServerPackage = {
  tool,
  name: 'llama-cpp-python',
  args: (file, port) =>
    `-m llama_cpp.server --model_alias ${MODEL_NAME} --port ${port} --n_ctx ${CONTEXT} --n_threads 1 --n_threads_batch 1`
      .split(' ')
      .concat('--model', file),
  register: (address) =>
    Promise.resolve({
      name: 'python',
      baseURL: `${address}/v1`,
      models: [{ id: MODEL_NAME, context: CONTEXT }],
      concurrency: 1,
      local: true,
    }),
};

(skipped ? describe.skip : describe)(`the server of llama-cpp-python${skipped}`, () =>
  testModel('llama-cpp-python', async () => startServer(bindings, await smallModel(fetched)), {
    products: 3,
    applicationMs: 60_000,
    applications: ['product-title', 'bullet-points', 'product-description', 'search-terms'],
    tellsTooLong: false,
  }),
);
