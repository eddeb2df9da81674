// C57: the receivers of one tenant answer so slowly that they would hold all places of the webhook workers.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person, Variables } from '#testing/environment';
import { startWebhookReceiver, type WebhookReceiver } from '#testing/neighbours';
import { until } from '#testing/until';
import { Tally } from '../../harness/checks/tally.ts';
import { waitsBeside } from '../../harness/load/beside.ts';
import { resultOf, type Context, type Result, type Scenario } from '../../harness/scenario.ts';

/** Places of the worker, and how many of them one tenant may have. */
const PLACES = 100;
const SHARE = PLACES / 4;
/** Webhooks of the slow tenant, the most that a workspace has; each gets every event. */
const WEBHOOKS = 20;
/** Time until a slow receiver answers 200, in milliseconds: just below the time-out, so it never fails. */
const ANSWER_MS = 14_000;
/** Events of the slow tenant at first, and one more every so many milliseconds. */
const FLOOD = 30;
const PACE_MS = 500;
/** Events of the other tenant whose deliveries are timed, and the pause between two, in milliseconds. */
const SIZES = { full: 200, small: 40 };
const PAUSE_MS = 150;
/** Time after which a delivery counts as held up, in milliseconds; the scenario need not wait for it longer. */
const HELD_UP_MS = 20_000;

export const slowReceivers: Scenario = {
  id: 'C57',
  title: '20 webhooks of one tenant, whose receiver answers 200 after 14 s, get many events',
  holds:
    'p95 of another tenant’s deliveries at most triples (small run: plus 100 ms) and is at most 1 s; the slow ones hold a quarter of the places',
  alone: true,
  run: (context) => runSlowReceivers(context),
};

/** Runs the scenario; `variables` may make notifications a test build. */
export async function runSlowReceivers(context: Context, variables: Variables = {}): Promise<Result> {
  const system = await context.open({
    people: 2,
    variables: {
      notifications: { ...variables, WEBHOOK_PLACES: String(PLACES) },
      'webhook-worker': { WEBHOOK_CONCURRENCY: String(PLACES) },
    },
  });
  const [slow, other = slow] = system.people;
  const events = SIZES[context.full ? 'full' : 'small'];
  const answers = new Tally();
  const receiver = await openReceiver(context);
  await listen(other, receiver.url);
  await timeDeliveries({ person: other, receiver, answers, events: 5 }); // warm up
  let flood: Flood | undefined;
  const { notes, late } = await waitsBeside(context, {
    what: 'a delivery',
    measure: () => timeDeliveries({ person: other, receiver, answers, events }),
    attack: async () => {
      flood = await startFlood(context, slow, answers);
      return async () => flood?.stop();
    },
  });
  const held = flood?.held() ?? 0;
  return resultOf({ faults: held, accepted: answers.total, notes }, [
    answers.others(201).length > 0 && `answers: ${answers.summary}`,
    late,
    held > SHARE && `the slow tenant held ${held} of ${PLACES} places`,
    held < 2 && 'hardly anything was sent to the slow receivers, so nobody was slow',
  ]);
}

async function openReceiver(context: Context): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver();
  context.defer(() => receiver.close());
  return receiver;
}

async function listen(person: Person, url: string): Promise<void> {
  await person.api.createWebhook({ body: { url, types: ['product.created'] } });
}

/** Creates products, and measures for each from the request until its event has arrived, in milliseconds. */
async function timeDeliveries(measured: {
  person: Person;
  receiver: WebhookReceiver;
  answers: Tally;
  events: number;
}): Promise<number[]> {
  const { person, receiver, answers, events } = measured;
  const times: Promise<number>[] = [];
  for (let n = 0; n < events; n += 1) {
    const from = performance.now();
    const id = await createProduct(person, answers);
    const has = (): boolean => receiver.received.some(({ body }) => body.includes(id));
    const arrival = until('the event arrives', has, { withinMs: HELD_UP_MS, everyMs: 5 });
    times.push(arrival.catch(() => undefined).then(() => performance.now() - from));
    await sleep(PAUSE_MS);
  }
  return Promise.all(times);
}

async function createProduct(person: Person, answers: Tally): Promise<string> {
  const { status, body } = await person.post('/products', { title: 'A bench' });
  answers.add(status);
  return String((body as { id?: unknown }).id);
}

/** Events for slow receivers, which go on until they are stopped. */
interface Flood {
  stop(): void;
  /** Most requests that the slow receivers held at a time. */
  held(): number;
}

/** Resolves when the places of the slow tenant are taken. */
async function startFlood(context: Context, person: Person, answers: Tally): Promise<Flood> {
  const receiver = await openReceiver(context);
  let now = 0;
  let most = 0;
  receiver.respond = (_, response) => {
    now += 1;
    most = Math.max(most, now);
    const timer = setTimeout(() => response.writeHead(200).end(), ANSWER_MS);
    response.on('close', () => {
      clearTimeout(timer);
      now -= 1;
    });
  };
  const url = receiver.url.replace('localhost', 'slow.localhost'); // hosts have shares, too: this is another one
  for (let n = 0; n < WEBHOOKS; n += 1) await listen(person, `${url}/${n}`);
  for (let n = 0; n < FLOOD; n += 1) await createProduct(person, answers);
  const createOne = (): Promise<unknown> => createProduct(person, answers).catch(() => answers.add('none')); // the scenario may end meanwhile
  const timer = setInterval(() => void createOne(), PACE_MS);
  context.defer(() => clearInterval(timer));
  await until('the slow tenant has its places', () => most >= SHARE);
  return { stop: () => clearInterval(timer), held: () => most };
}
