// The entrance to the models: those of the configured servers, and always the offline composer.
import type { Config } from '../config.ts';
import { openRegistry } from './model-registry.client.ts';
import { ModelClient } from './model.client.ts';

export { reasonOf } from './model-errors.client.ts';
export { ModelClient } from './model.client.ts';
export { ModelError, type ModelTraits } from './port.ts';

/** Opens the enabled models. */
export function openModels(
  config: Pick<Config, 'MODEL_SERVERS' | 'MODEL_KEYS' | 'MODEL_TIMEOUT_MS'>,
): ModelClient {
  return new ModelClient(openRegistry(config.MODEL_SERVERS, config.MODEL_KEYS), config.MODEL_TIMEOUT_MS);
}
