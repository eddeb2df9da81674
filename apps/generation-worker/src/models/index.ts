// What the rest of the worker uses of the models: those of the configured servers, and always the offline composer.
export { compose } from './composer.rules.ts';
export { reasonOf } from './model-errors.client.ts';
export { ModelClient } from './model.client.ts';
export { ModelPlacesClient } from './model-places.client.ts';
export { ModelServersClient } from './model-servers.client.ts';
export { ModelError, type Picture } from './port.ts';
export { UsageMeter } from './usage-meter.state.ts';
