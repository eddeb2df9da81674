// The server of llama.cpp itself, with the small model, as `npm start` finds it on its usual port: every kind of content for twenty
// products as far as it comes in its time, within 25 minutes.
import { projectFile } from '#testing/servers';
import { findLlamaCpp } from '../../../scripts/start/local-models.ts';
import { testModel } from './model.suite.ts';
import { pythonOf, startServer, type ServerPackage } from './python-server.ts';
import { fetchSmallModel, skipReason, smallModel } from './small-model.ts';

const fetched = await fetchSmallModel();
const tool = await pythonOf('llama-cpp');
const skipped = skipReason('llama-cpp.e2e-spec.ts', fetched, tool);

const llamaCpp: ServerPackage = {
  tool,
  name: 'llama-cpp',
  args: (file, port) => [projectFile('test/full/models/servers/llama_cpp_server.py'), file, String(port)],
  register: findLlamaCpp,
};

(skipped ? describe.skip : describe)(`the server of llama.cpp${skipped}`, () =>
  testModel('llama-cpp', async () => startServer(llamaCpp, await smallModel(fetched)), {
    products: 20,
    applicationMs: 90_000,
  }),
);
