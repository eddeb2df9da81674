// Measures sign-ins: refusals take as long for every reason, and many at once are answered in time.
import { createSession, type AppError } from '#contracts';
import type { Bus } from '#platform/messaging';
import { PASSWORD, startAuth, type RunningAuth } from '../running-auth.ts';

let auth: RunningAuth;
let gateway: Bus;
beforeAll(async () => {
  auth = await startAuth();
  gateway = await auth.busOf('gateway');
});
afterAll(() => auth?.close());

const answerOf = (email: string, password: string): Promise<string> =>
  gateway.request(createSession, { email, password }).then(
    () => 'signed in',
    ({ code, retryAfter }: AppError) => `${code} ${retryAfter}`,
  );

/** How many of `count` simultaneous sign-ins got each answer. */
async function answersOf(count: number, email: string): Promise<Record<string, number>> {
  const answers = await Promise.all(Array.from({ length: count }, () => answerOf(email, PASSWORD)));
  return Object.fromEntries(
    Object.entries(Object.groupBy(answers, (answer) => answer)).map(([answer, all]) => [answer, all!.length]),
  );
}

it('a refusal takes as long for an unknown e-mail as for a wrong password', async () => {
  const { email } = await auth.putAccount();
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < 60; round += 1) {
    for (const [kind, address] of [['known', email] as const, ['unknown', 'no@example.com'] as const]) {
      const started = performance.now();
      expect(await answerOf(address, 'wrong')).toMatch(/^InvalidCredentials/);
      times[kind].push(performance.now() - started);
    }
  }
  // Share of pairs in which the known e-mail took longer: 0.5 ± 0.05 when the two cannot be told apart.
  const longer = times.known.flatMap((one) => times.unknown.map((other) => Number(one > other)));
  const share = longer.reduce((sum, one) => sum + one, 0) / longer.length;
  expect(share).toBeGreaterThan(0.25);
  expect(share).toBeLessThan(0.75);
});

it('sixty simultaneous sign-ins are served or refused within three seconds, because few may wait for a hash', async () => {
  const { email } = await auth.putAccount();
  const started = performance.now();
  const answers = await answersOf(60, email);
  expect(Object.keys(answers).toSorted()).toEqual(['Unavailable 1', 'signed in']);
  expect(answers['signed in']).toBeGreaterThanOrEqual(20);
  expect(answers['Unavailable 1']).toBeGreaterThan(10);
  expect(performance.now() - started).toBeLessThan(3000);
  expect(await answerOf(email, PASSWORD)).toBe('signed in'); // Afterwards there is room again.
});

it('of 200 simultaneous sign-ins those that would wait too long for their hash are refused at once', async () => {
  const { email } = await auth.putAccount();
  const answers = await answersOf(200, email);
  // On a busy machine some of the waiting sign-ins run out of time.
  const { 'UpstreamTimeout undefined': _, ...others } = answers;
  expect(Object.keys(others).toSorted()).toEqual(['Unavailable 1', 'signed in']);
  expect(await answerOf(email, PASSWORD)).toBe('signed in');
});
