// The door to the models: by configuration, servers that speak their protocols; always, the template composer.
import type { ModelServer } from '#contracts';
import { ModelClient } from './model.client.ts';
import { openRegistry } from './model-registry.client.ts';

export { reasonOf } from './model-errors.client.ts';
export { ModelClient } from './model.client.ts';
export { ModelError } from './port.ts';

/** Opens the enabled models. `keys` by server name. */
export function openModels(
  servers: readonly ModelServer[],
  keys: Readonly<Record<string, string>>,
): ModelClient {
  return new ModelClient(openRegistry(servers, keys));
}
