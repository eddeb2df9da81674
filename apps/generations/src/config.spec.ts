// Validation of the configuration.
import { configSchema } from './config.ts';

const NEEDED = {
  DATABASE_URL: 'postgres://app@localhost/generations',
  DATABASE_SYSTEM_URL: 'postgres://system@localhost/generations',
};
const MODEL_SERVERS = JSON.stringify([{ name: 'acme', baseURL: 'http://localhost:1/v1', models: ['large'] }]);

describe('the configuration', () => {
  it('reads budgets again after half a minute, and what a scrape needs after five seconds, unless it is told otherwise', () => {
    expect(configSchema.parse(NEEDED)).toMatchObject({ FALLBACK_READ_MS: 30_000, METRICS_FRESH_MS: 5000 });
  });

  it('accepts a default model that is enabled', () => {
    const config = configSchema.parse({ ...NEEDED, MODEL_SERVERS, MODEL_DEFAULT: 'acme:large' });
    expect(config).toMatchObject({ MODEL_DEFAULT: 'acme:large', MAX_RUNNING_GENERATIONS: 100 });
  });

  it('refuses a default model that is not enabled', () => {
    const { error } = configSchema.safeParse({ ...NEEDED, MODEL_SERVERS, MODEL_DEFAULT: 'acme:tiny' });
    expect(error?.issues.map((issue) => issue.path)).toEqual([['MODEL_DEFAULT']]);
  });

  it('refuses prices in two currencies', () => {
    const price = { inputMicros: 1, outputMicros: 1 };
    const prices = { 'acme:large': price, 'acme:tiny': { ...price, currency: 'EUR' } };
    const { error } = configSchema.safeParse({ ...NEEDED, MODEL_PRICES: JSON.stringify(prices) });
    expect(error?.issues.map((issue) => issue.path)).toEqual([['MODEL_PRICES']]);
  });

  it('refuses to keep the usage for a shorter time than the generations that show it', () => {
    const paths = (generations: string, usage: string) =>
      configSchema
        .safeParse({ ...NEEDED, GENERATIONS_KEEP_DAYS: generations, USAGE_KEEP_DAYS: usage })
        .error?.issues.map((issue) => issue.path);
    expect([paths('30', '29'), paths('0', '800')]).toEqual([[['USAGE_KEEP_DAYS']], [['USAGE_KEEP_DAYS']]]);
    expect([paths('30', '30'), paths('30', '0'), paths('0', '0')]).toEqual([undefined, undefined, undefined]);
  });
});
