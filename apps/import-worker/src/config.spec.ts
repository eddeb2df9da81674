// Tests what the configuration refuses at start.
import { configSchema } from './config.ts';

describe('the configuration', () => {
  it.each([
    { IMPORT_REGIONS: 'us' },
    { IMPORT_REGIONS: ',' },
    { IMPORT_CONCURRENCY: '0' },
    { SP_API_URL_EU: 'ftp://x' },
  ])('refuses %j', (variables) => {
    expect(configSchema.safeParse(variables).success).toBe(false);
  });
});
