// Describes the local model as an element of MODEL_SERVERS.
import type { FoundServer } from '../start/local-models.ts';
import type { InstalledModel } from './installed-models.ts';

/** Default of LOCAL_MODEL_CONTEXT. */
const MOST_CONTEXT = 8192;

/** The server of a model at an address; `most` is the value of LOCAL_MODEL_CONTEXT. */
export function localServer(model: InstalledModel, baseURL: string, most = MOST_CONTEXT): FoundServer {
  const { name: id, parameters } = model;
  const context = Math.min(model.context, most);
  return { name: 'local', baseURL, models: [{ id, context, parameters }], concurrency: 1, local: true };
}
