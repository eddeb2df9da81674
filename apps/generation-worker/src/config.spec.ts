// Model servers and keys in the configuration.
import { configSchema, placesOf } from './config.ts';

const servers = (...list: object[]): boolean =>
  configSchema.safeParse({ MODEL_SERVERS: JSON.stringify(list) }).success;

describe('the configuration', () => {
  it('has a default for everything, because the offline model is always there', () => {
    expect(configSchema.parse({})).toMatchObject({
      GENERATION_CONCURRENCY: 10,
      MODEL_SERVERS: [],
      MODEL_KEYS: {},
      MODEL_TIMEOUT_MS: 120_000,
    });
  });

  it('accepts model servers that are complete, and no name twice', () => {
    expect(servers({ name: 'local', baseURL: 'http://127.0.0.1:11434/v1', models: ['llama3:8b'] })).toBe(
      true,
    );
    expect(servers({ name: 'openai', kind: 'openai', models: ['gpt-5'] })).toBe(true);
    expect(servers({ name: 'local', models: ['x'] })).toBe(false);
    expect(servers({ name: 'offline', kind: 'openai', models: ['x'] })).toBe(false);
    expect(servers(...['x', 'y'].map((model) => ({ name: 'twice', kind: 'openai', models: [model] })))).toBe(
      false,
    );
  });

  it.each([
    [1, 1, 1],
    [2, 1, 1],
    [10, 9, 1],
    [25, 22, 3],
  ])('of %i places, %i are for all generations and %i for people who wait', (places, all, people) => {
    expect(placesOf(places)).toEqual({ generations: all, 'generations-people': people });
  });

  it('accepts keys by server name', () => {
    expect(configSchema.parse({ MODEL_KEYS: '{"openai":"secret"}' }).MODEL_KEYS).toEqual({
      openai: 'secret',
    });
    expect(configSchema.safeParse({ MODEL_KEYS: 'secret' }).success).toBe(false);
  });
});
