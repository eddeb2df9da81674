// Decides the variables of each process of the local start: its own, with what was given and the models that were found.
import { z } from 'zod';
import { enabledServers, modelPrice, modelServers, OFFLINE_MODEL, type ModelServer } from '#contracts';
import type { App, Variables } from '#testing/environment';
import { flag, jsonText } from '#platform/config';
import { faultsOf, settingsOf, type GivenSettings } from './given-settings.ts';
import type { FoundServer } from './local-models.ts';

const named = jsonText(z.array(z.looseObject({ name: z.string(), baseURL: z.string().optional() })), '[]');
const keys = jsonText(z.record(z.string(), z.string()), '{}');
const prices = jsonText(z.record(z.string(), modelPrice), '{}');

/** Lists that the start fills with what it needs itself, such as its own pictures: what was given comes on top. */
const ADDED_TO = ['HOSTS', 'PICTURE_SOURCES', 'WEBHOOK_PORTS'];

/** The models of the system, for a reader. */
export interface EnabledModels {
  servers: ModelServer[];
  defaultModel: string;
}

/** The model servers of this machine, with the keys of those that want one. */
export interface FoundModels {
  servers: readonly FoundServer[];
  keys?: Readonly<Record<string, string>>;
}

/** The variables of `app`. Throws when a process would refuse them, with a line for each reason. */
export function localSettings(
  app: App,
  usual: Variables,
  given: GivenSettings,
  found: FoundModels,
): Variables {
  const own = settingsOf(app, given);
  const variables = {
    ...(own['SP_API_CLIENT_ID'] ? withoutMarketplace(usual) : usual),
    ...own,
    ...listsOf(usual, own),
    ...modelServersOf(app, own, found.servers),
    ...(app === 'generation-worker' && keysOf(own, found.keys)),
    ...pricesOf(usual, own),
    // Its presence alone counts there.
    ...(app === 'generations' && maskedKeys(own)),
  };
  const faults = faultsOf(app, variables);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return variables;
}

/** Whether models may register themselves, by the value of SHELFSCRIBE_MODELS; a malformed one is refused elsewhere. */
export function isWanted(value: string | undefined): boolean {
  return flag(true).safeParse(value).data ?? false;
}

/** Which models these variables of the service generations enable. */
export function modelsOf({
  MODEL_SERVERS,
  MODEL_DEFAULT,
  SHELFSCRIBE_MODELS,
  ...others
}: Variables): EnabledModels {
  const servers = enabledServers({
    ...others,
    MODEL_SERVERS: jsonText(modelServers, '[]').parse(MODEL_SERVERS),
    SHELFSCRIBE_MODELS: isWanted(SHELFSCRIBE_MODELS),
  });
  return { servers, defaultModel: MODEL_DEFAULT ?? OFFLINE_MODEL };
}

/** With an account at the real marketplace, none of the sandbox's settings may stay. */
function withoutMarketplace(usual: Variables): Variables {
  return Object.fromEntries(Object.entries(usual).filter(([name]) => !name.startsWith('SP_API_')));
}

/** The lists that both have. */
function listsOf(usual: Variables, own: Variables): Variables {
  const both = ADDED_TO.filter((name) => usual[name] !== undefined && own[name] !== undefined);
  return Object.fromEntries(both.map((name) => [name, `${usual[name]},${own[name]}`]));
}

function maskedKeys(own: Variables): Variables {
  const keys = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY'].filter((name) => own[name] !== undefined);
  return Object.fromEntries(keys.map((name) => [name, 'given']));
}

/** The given servers and those that were found; one that was given under the same name or address wins. */
function modelServersOf(app: App, own: Variables, found: readonly FoundServer[]): Variables {
  if (app !== 'generations' && app !== 'generation-worker') return {};
  const given = named.safeParse(own['MODEL_SERVERS']);
  if (!given.success) return {}; // the check of the variables tells why
  const isNew = ({ name, baseURL }: FoundServer): boolean =>
    !given.data.some((one) => one.name === name || one.baseURL === baseURL);
  return { MODEL_SERVERS: JSON.stringify([...given.data, ...found.filter(isNew)]) };
}

/** The given keys, with those of servers of this machine. */
function keysOf(own: Variables, found: Readonly<Record<string, string>> = {}): Variables {
  const given = keys.safeParse(own['MODEL_KEYS']);
  if (!given.success || Object.keys(found).length === 0) return {};
  return { MODEL_KEYS: JSON.stringify({ ...found, ...given.data }) };
}

/** The given prices, with those of the sandbox unless these are in another currency: all prices must have one. */
function pricesOf(usual: Variables, own: Variables): Variables {
  const given = prices.safeParse(own['MODEL_PRICES']);
  const sandbox = usual['MODEL_PRICES'];
  if (sandbox === undefined || own['MODEL_PRICES'] === undefined || !given.success) return {};
  const both = { ...prices.parse(sandbox), ...given.data };
  const currencies = new Set(Object.values(both).map(({ currency }) => currency));
  return { MODEL_PRICES: JSON.stringify(currencies.size === 1 ? both : given.data) };
}
