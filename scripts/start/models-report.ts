// Says which models the local start has, which one is the default, and whether texts leave the machine.
import { addressOf, OFFLINE_MODEL, type ModelServer } from '#contracts';
import type { EnabledModels } from './local-settings.ts';

/** Most models of a server that are named. */
const MOST_NAMED = 4;

/** One line for each server, the default, and what leaves the machine. */
export function modelsReport({ servers, defaultModel }: EnabledModels): string {
  const rows = servers.map((server) => `${server.name.padEnd(12)} ${addressOf(server)}: ${modelsOf(server)}`);
  const other = servers.find(({ simulated }) => !simulated);
  return [
    `Default      ${defaultModel}${remarkOn(defaultModel)}`,
    ...rows,
    other && `MODEL_DEFAULT=${other.name}:${other.models[0]?.id} npm start makes that model the default.`,
    leaving(servers, defaultModel),
  ]
    .filter((line) => line !== undefined)
    .map((line) => `  ${line}`)
    .join('\n');
}

function remarkOn(model: string): string {
  return model === OFFLINE_MODEL ? ', a template composer, not an AI model' : '';
}

function modelsOf({ name, models, simulated }: ModelServer): string {
  if (simulated) return 'simulated models, for trying out';
  const names = models.slice(0, MOST_NAMED).map(({ id }) => `${name}:${id}`);
  const more = models.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** What a reader must know before a text is written: where its facts go. */
function leaving(servers: readonly ModelServer[], defaultModel: string): string {
  const away = servers.filter((server) => !isLocal(server));
  const isDefault = away.some(({ name }) => defaultModel.startsWith(`${name}:`));
  if (away.length === 0) return 'No model of these is on another machine: no text leaves this one.';
  const hosts = away.map((server) => new URL(addressOf(server)).host).join(', ');
  const when = isDefault ? 'also when a request names no model' : 'only when a request names them';
  return `Product data and texts for models of ${away.map(({ name }) => name).join(', ')} leave this machine for ${hosts}, ${when}.`;
}

function isLocal(server: ModelServer): boolean {
  const { hostname } = new URL(addressOf(server));
  return server.local || hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}
