// Tests what the configuration refuses at start.
import { configSchema } from './config.ts';

describe('the configuration', () => {
  it.each([
    { WEBHOOK_CONCURRENCY: '0' },
    { WEBHOOK_REFUSED_RANGES: '203.0.113.0/33' },
    { WEBHOOK_REFUSED_RANGES: '203.0.113.0' },
    { WEBHOOK_REFUSED_RANGES: '2001:db8::/48 203.0.113.0/24' },
    { WEBHOOK_ALLOW_LOCALHOST: 'perhaps' },
    { WEBHOOK_PORTS: 'https' },
  ])('refuses %j', (variables) => {
    expect(configSchema.safeParse(variables).success).toBe(false);
  });

  it('reads ranges, and lets nobody call this machine unless it is told to', () => {
    const { WEBHOOK_REFUSED_RANGES, WEBHOOK_ALLOW_LOCALHOST } = configSchema.parse({
      WEBHOOK_REFUSED_RANGES: '203.0.113.0/24, 2001:db8::/48',
    });
    expect([WEBHOOK_REFUSED_RANGES, WEBHOOK_ALLOW_LOCALHOST]).toEqual([
      ['203.0.113.0/24', '2001:db8::/48'],
      false,
    ]);
  });
});
