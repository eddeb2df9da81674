// What the local start makes of the settings that it was given, and what it says of those that it cannot use.
import { givenSettings } from './given-settings.ts';
import type { FoundServer } from './local-models.ts';
import { localSettings, modelsOf } from './local-settings.ts';
import { modelsReport } from './models-report.ts';

const OLLAMA: FoundServer = {
  name: 'ollama',
  baseURL: 'http://127.0.0.1:11434/v1',
  models: [{ id: 'llama3.2:3b' }],
  concurrency: 1,
  local: true,
};
const ACME = [{ name: 'acme', baseURL: 'https://models.acme.example/v1', models: ['large'] }];

/** Variables that the start has without any settings. */
const USUAL = {
  generations: {
    DATABASE_URL: 'postgres://localhost/a',
    DATABASE_SYSTEM_URL: 'postgres://localhost/b',
    SANDBOX_MODELS_URL: 'http://127.0.0.1:4010/v1',
    MODEL_PRICES: '{"sandbox:echo": {"inputMicros": 1, "outputMicros": 2, "currency": "USD"}}',
  },
  'generation-worker': {
    SANDBOX_MODELS_URL: 'http://127.0.0.1:4010/v1',
    SANDBOX_MODEL_KEY: 'key-of-sandbox',
    WEBHOOK_PORTS: '443,8443,4010',
  },
  'import-worker': { SP_API_URL_NA: 'http://127.0.0.1:4010/na', SP_API_CLIENT_ID: 'sandbox' },
  'webhook-worker': {},
  gateway: {
    PORT: '3000',
    TOKEN_ISSUER: 'http://localhost:3000',
    HOSTS: 'localhost,127.0.0.1',
    PICTURE_SOURCES: 'http://127.0.0.1:4010',
  },
} as const;

const settings = (
  app: keyof typeof USUAL,
  shell: Record<string, string>,
  found: FoundServer[] = [],
  file = '',
) => localSettings(app, USUAL[app], givenSettings(shell, file), { servers: found });

describe('a setting', () => {
  it('reaches the processes that read it, and no other', () => {
    const shell = { MODEL_KEYS: '{"acme":"sk-1"}', GENERATION_DEADLINE_S: '60', LIMIT_READS_PER_MIN: '5' };
    expect(settings('generation-worker', shell)).toMatchObject({ MODEL_KEYS: '{"acme":"sk-1"}' });
    expect(settings('generations', shell)).toMatchObject({ GENERATION_DEADLINE_S: '60' });
    expect(settings('generations', shell)).not.toHaveProperty('MODEL_KEYS');
    expect(settings('gateway', shell)).toMatchObject({ LIMIT_READS_PER_MIN: '5', PORT: '3000' });
  });

  it('that is a list comes on top of what the start needs, where it needs something', () => {
    const shell = {
      HOSTS: 'mac.lan',
      PICTURE_SOURCES: 'https://pictures.example',
      WEBHOOK_PORTS: '443,9000',
    };
    expect(settings('gateway', shell)).toMatchObject({
      HOSTS: 'localhost,127.0.0.1,mac.lan',
      PICTURE_SOURCES: 'http://127.0.0.1:4010,https://pictures.example',
    });
    expect(settings('generation-worker', shell)).toMatchObject({ WEBHOOK_PORTS: '443,8443,4010,443,9000' });
    expect(settings('webhook-worker', shell)).toMatchObject({ WEBHOOK_PORTS: '443,9000' });
  });

  it('may stand in .env.local, and the shell wins', () => {
    const file = 'LOG_LEVEL=debug\nMODEL_TIMEOUT_MS="5000"';
    expect(settings('generation-worker', { LOG_LEVEL: 'warn' }, [], file)).toMatchObject({
      LOG_LEVEL: 'warn',
      MODEL_TIMEOUT_MS: '5000',
    });
  });

  it('that a process would refuse is told by its name before anything starts', () => {
    expect(() => settings('generations', { MODEL_SERVERS: '[oops' })).toThrow('MODEL_SERVERS: is not JSON');
    expect(() =>
      settings('generations', { MODEL_SERVERS: '[{"name":"acme","baseUrl":"x","models":["m"]}]' }),
    ).toThrow(/MODEL_SERVERS.*baseUrl/);
    expect(() => settings('generations', { MODEL_DEFAULT: 'acme:large' })).toThrow(
      'MODEL_DEFAULT: is not among the enabled models',
    );
    expect(() => settings('generation-worker', { MODEL_TIMEOUT_MS: 'soon' })).toThrow(/^MODEL_TIMEOUT_MS: /);
  });

  it('that nobody reads is told; variables of others are none of our business', () => {
    const shell = {
      MODEL_SERVER: '[]',
      EDITOR: 'vi',
      SHELFSCRIBE_KEY: 'of npm run experiment',
      DATABASE_URL: 'postgres://elsewhere',
      LOG_LEVEL: 'info',
    };
    const { values, notes } = givenSettings(shell, 'LIMIT_READS=5\nEDITOR=vi');
    expect(values).toEqual({ LOG_LEVEL: 'info' });
    expect(notes.toSorted()).toEqual([
      'DATABASE_URL is not used: the local start decides it.',
      'EDITOR in .env.local is no setting of Shelfscribe.',
      'LIMIT_READS in .env.local is no setting of Shelfscribe.',
      'MODEL_SERVER is no setting of Shelfscribe.',
    ]);
  });
});

describe('the models', () => {
  it('are those of MODEL_SERVERS, of the servers that were found, of keys and of the sandbox', () => {
    const shell = {
      MODEL_SERVERS: JSON.stringify(ACME),
      OPENAI_API_KEY: 'sk-2',
      MODEL_DEFAULT: 'ollama:llama3.2:3b',
    };
    const variables = settings('generations', shell, [OLLAMA]);
    expect(variables['OPENAI_API_KEY']).toBe('given');
    expect(settings('generation-worker', shell, [OLLAMA])['OPENAI_API_KEY']).toBe('sk-2');
    const { servers, defaultModel } = modelsOf(variables);
    expect(servers.map(({ name }) => name)).toEqual(['acme', 'ollama', 'openai', 'sandbox']);
    expect(defaultModel).toBe('ollama:llama3.2:3b');
  });

  it('of a found server are those that MODEL_SERVERS gives it', () => {
    const mine = [{ name: 'mine', baseURL: OLLAMA.baseURL, models: ['other'] }];
    const { servers } = modelsOf(settings('generations', { MODEL_SERVERS: JSON.stringify(mine) }, [OLLAMA]));
    expect(servers.map(({ name }) => name)).toEqual(['mine', 'sandbox']);
  });

  it('have no keys of makers when SHELFSCRIBE_MODELS is off', () => {
    const { servers } = modelsOf(
      settings('generations', { OPENAI_API_KEY: 'sk-2', SHELFSCRIBE_MODELS: 'off' }),
    );
    expect(servers.map(({ name }) => name)).toEqual(['sandbox']);
  });

  it('have the prices of the sandbox too, unless the given ones are in another currency', () => {
    const priced = (currency: string) => ({
      MODEL_PRICES: JSON.stringify({ 'acme:large': { inputMicros: 3, outputMicros: 4, currency } }),
    });
    const names = (currency: string) =>
      Object.keys(JSON.parse(settings('generations', priced(currency))['MODEL_PRICES'] ?? '{}') as object);
    expect(names('USD')).toEqual(['sandbox:echo', 'acme:large']);
    expect(names('EUR')).toEqual(['acme:large']);
  });
});

it('calls the real marketplace with an account there, at its own addresses', () => {
  const variables = settings('import-worker', {
    SP_API_CLIENT_ID: 'amzn1.application',
    SP_API_CLIENT_SECRET: 's',
  });
  expect(variables).toEqual({ SP_API_CLIENT_ID: 'amzn1.application', SP_API_CLIENT_SECRET: 's' });
});

describe('the report', () => {
  const report = (shell: Record<string, string>, found: FoundServer[] = []) =>
    modelsReport(modelsOf(settings('generations', shell, found)));

  it('says that nothing leaves the machine while that is so', () => {
    expect(report({}, [OLLAMA])).toContain('ollama       http://127.0.0.1:11434/v1: ollama:llama3.2:3b');
    expect(report({}, [OLLAMA])).toContain('no text leaves this one');
    expect(report({})).toContain('Default      offline:composer-1, a template composer, not an AI model');
  });

  it('says where texts go, and whether the default sends them', () => {
    const shell = { MODEL_SERVERS: JSON.stringify(ACME) };
    expect(report(shell)).toContain(
      'of acme leave this machine for models.acme.example, only when a request names them',
    );
    expect(report({ ...shell, MODEL_DEFAULT: 'acme:large' })).toContain('also when a request names no model');
    expect(report({ ANTHROPIC_API_KEY: 'sk' })).toContain('api.anthropic.com');
  });
});
