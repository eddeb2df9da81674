// A real model on this machine, as `npm run model` adds it, writes every kind of content for 20 products: within 40 minutes, about
// half of which it needs on two idle cores.
import { givenSettings } from '../../../scripts/start/given-settings.ts';
import { LocalModel } from '../../../scripts/start/local-model.ts';
import { testModel, type RunningModel } from './model.suite.ts';
import { fetchSmallModel, MODELS_DIR, skipReason } from './small-model.ts';

const fetched = await fetchSmallModel();
const skipped = skipReason('local-model.e2e-spec.ts', fetched);

/** A context that a long document does not fit into. */
const SETTINGS = { LOCAL_MODEL_CONTEXT: '4096' };

/** The process that `npm start` runs. */
async function start(): Promise<RunningModel> {
  const local =
    'models' in fetched && (await LocalModel.find(fetched.models, MODELS_DIR, givenSettings(SETTINGS)));
  if (!local) throw new Error('npm run model has added nothing');
  await local.start({});
  return {
    server: local.server,
    key: local.key,
    crash: async () => {
      await local.child?.kill('SIGKILL');
      await local.child?.restart();
    },
    stop: () => local.stop(),
  };
}

(skipped ? describe.skip : describe)(`a model of this machine${skipped}`, () =>
  testModel('local-model', start, { products: 20, applicationMs: 150_000 }),
);
