// Validation of the configuration.
import { configSchema } from './config.ts';

const NEEDED = {
  DATABASE_URL: 'postgres://app@localhost/generations',
  DATABASE_SYSTEM_URL: 'postgres://system@localhost/generations',
};
const MODEL_SERVERS = JSON.stringify([{ name: 'acme', baseURL: 'http://localhost:1/v1', models: ['large'] }]);

describe('the configuration', () => {
  it('accepts a default model that is enabled', () => {
    const config = configSchema.parse({ ...NEEDED, MODEL_SERVERS, MODEL_DEFAULT: 'acme:large' });
    expect(config).toMatchObject({ MODEL_DEFAULT: 'acme:large', MAX_RUNNING_GENERATIONS: 100 });
  });

  it('refuses a default model that is not enabled', () => {
    const { error } = configSchema.safeParse({ ...NEEDED, MODEL_SERVERS, MODEL_DEFAULT: 'acme:tiny' });
    expect(error?.issues.map((issue) => issue.path)).toEqual([['MODEL_DEFAULT']]);
  });
});
