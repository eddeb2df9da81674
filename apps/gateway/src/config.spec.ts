// Pins the time-outs and ages that clients rely on: tests of the gateway on real servers use shorter ones.
import { configSchema } from './config.ts';

it('the default time-outs and ages are these', () => {
  expect(configSchema.parse({})).toMatchObject({
    KEEP_ALIVE_MS: 65_000,
    HEADERS_TIMEOUT_MS: 10_000,
    REQUEST_TIMEOUT_MS: 25_000,
    ANSWER_TIMEOUT_MS: 3000,
    UNREAD_TIMEOUT_MS: 30_000,
    UNREAD_BYTES_MAX: 96 * 1024 * 1024,
    WAIT_READ_MS: 1000,
    FALLBACK_READ_MS: 30_000,
    SIGN_IN_DELAY_MAX_MS: 2000,
    LIMIT_TIMEOUT_MS: 50,
  });
});
