// C64 and C65: one tenant holds and sends files that are hard to read, or downloads exports that it does not read.
import { connect, type Socket } from 'node:net';
import type { ImportList } from '#contracts';
import type { Person, Variables } from '#testing/environment';
import { until } from '#testing/until';
import { Tally } from '../../harness/checks/tally.ts';
import type { FaultEnvironment } from '../../harness/environment/fault-environment.ts';
import { insertProducts, plainProducts } from '../../harness/environment/products.ts';
import { timed, USUAL_LIMITS, waitsBeside } from '../../harness/load/beside.ts';
import { sendHostileFiles } from '../../harness/load/hostile-files.ts';
import { resultOf, type Context, type Result, type Scenario } from '../../harness/scenario.ts';

/** Bodies that are begun and never go on: more than a gateway takes at once. */
const BEGUN = 12;
/** Clients that send files of 5 MB, which are hard to read. */
const SENDERS = 4;
/** Exports that are requested at once and not read: more than a gateway has requests in work. */
const EXPORTS = 300;
/** Products of each export, and characters of each: together more than the buffers of a connection take. */
const PRODUCTS = 400;
const CHARACTERS = 30_000;
/** Seconds of one measurement, of which there are as many as rounds. */
const SIZES = { full: 20, small: 3 };
const ROUNDS = 3;
/** Between two files of the tenant that is measured, in milliseconds: fewer of them than its own limit of writes. */
const PAUSE_MS = 120;
/** Longest time until all files of a measurement are written, in milliseconds. */
const WRITTEN_MS = 180_000;

const CSV = { 'content-type': 'text/csv' };

export const largeFiles: Scenario = {
  id: 'C64',
  title:
    'one account begins 12 files that never go on, and sends files of 5 MB that are hard to read, four at once',
  holds:
    'p95 of another account’s file of one row, accepted, and of its reads at most triples (small run: plus 100 ms) and is at most 1 s; nothing of it is refused',
  alone: true,
  run: (context) => runLargeFiles(context),
};

export const unreadExports: Scenario = {
  id: 'C65',
  title: 'one account requests 300 exports at once and reads none of them',
  holds:
    'p95 of another account’s export, read to its end, and of its reads at most triples (small run: plus 100 ms) and is at most 1 s; nothing of it is refused',
  alone: true,
  run: (context) => runUnreadExports(context),
};

/** Runs the scenario; `variables` may make the gateway a test build. */
export async function runLargeFiles(context: Context, variables: Variables = {}): Promise<Result> {
  const gateway = { ...USUAL_LIMITS, ...variables };
  const system = await context.open({ people: 2, variables: { gateway } });
  const [hostile, other = hostile] = system.people;
  const answers = new Tally();
  const work = async (): Promise<void> => {
    answers.add((await other.post('/products/import/csv', 'title\nBoard\n', CSV)).status);
    answers.add((await other.get('/products?limit=10')).status);
  };
  const files = new Tally();
  await timed(2, work, PAUSE_MS); // warm up
  const { notes, late } = await waitsBeside(context, {
    what: 'a file and a read',
    rounds: ROUNDS,
    measure: () => timed(SIZES[context.full ? 'full' : 'small'], work, PAUSE_MS),
    attack: async () => {
      const held = hold(context, { system, person: hostile, count: BEGUN, request: BEGUN_FILE });
      const { baseUrl } = system;
      const senders = sendHostileFiles({ baseUrl, token: hostile.token, clients: SENDERS });
      return async () => {
        held.close();
        senders.stop();
        files.addAll(await senders.statuses());
        await untilWritten(hostile); // nobody is alone before
      };
    },
  });
  return resultOf(
    {
      faults: BEGUN + files.total,
      accepted: answers.total,
      notes: `${notes}; files: ${files.summary}`,
    },
    [
      answers.others(200, 202).length > 0 && `answers to the other account: ${answers.summary}`,
      late,
      !files.counts['202'] && `no large file was accepted: ${files.summary}`,
    ],
  );
}

/** Waits until all files that were accepted from a person are written. */
function untilWritten(person: Person): Promise<unknown> {
  const isWritten = async (): Promise<boolean> => {
    const { body } = await person.get<ImportList>('/products/imports?status=RUNNING');
    return body.imports.length === 0;
  };
  return until('all files are written', isWritten, { withinMs: WRITTEN_MS });
}

/** Runs the scenario; `variables` may make the gateway a test build. */
export async function runUnreadExports(context: Context, variables: Variables = {}): Promise<Result> {
  const system = await context.open({
    people: 2,
    variables: { gateway: { ...USUAL_LIMITS, ...variables } },
  });
  const [greedy, other = greedy] = system.people;
  const large = plainProducts(PRODUCTS).map((one) => ({
    ...one,
    description: 'word '.repeat(CHARACTERS / 5),
  }));
  await insertProducts(context, system, greedy, large);
  const answers = new Tally();
  const work = async (): Promise<void> => {
    answers.add(await exported(system, other));
    answers.add((await other.get('/products?limit=10')).status);
  };
  await timed(2, work, PAUSE_MS); // warm up
  let held: HeldRequests | undefined;
  const { notes, late } = await waitsBeside(context, {
    what: 'an export and a read',
    rounds: ROUNDS,
    measure: () => timed(SIZES[context.full ? 'full' : 'small'], work, PAUSE_MS),
    attack: async () => {
      const exports = (held = hold(context, { system, person: greedy, count: EXPORTS, request: EXPORT }));
      await until('all are answered', () => exports.answers.total === EXPORTS);
      return async () => exports.close();
    },
  });
  const requested = held?.answers ?? new Tally();
  return resultOf(
    { faults: EXPORTS, accepted: answers.total, notes: `${notes}; exports: ${requested.summary}` },
    [
      answers.others(200).length > 0 && `answers to the other account: ${answers.summary}`,
      late,
      !requested.counts['200'] && `no export has begun: ${requested.summary}`,
    ],
  );
}

/** Reads an export to its end; returns its status. */
async function exported({ baseUrl }: FaultEnvironment, { token }: Person): Promise<number> {
  const { status, body } = await fetch(`${baseUrl}/products/export?format=csv`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (body) await body.pipeTo(new WritableStream());
  return status;
}

/** First line of a request, and what follows its headers. */
interface HeldRequest {
  line: string;
  rest: string;
}
const BEGUN_FILE: HeldRequest = {
  line: 'POST /api/v2/products/import/csv',
  rest: 'Content-Type: text/csv\r\nContent-Length: 5000000\r\n\r\ntitle\n',
};
const EXPORT: HeldRequest = { line: 'GET /api/v2/products/export?format=jsonl', rest: '\r\n' };

/** Requests on connections that stay open; of their answers only the status is read. */
interface HeldRequests {
  answers: Tally;
  close(): void;
}

/** Sends a request so many times; the connections end with the scenario. */
function hold(
  context: Context,
  held: { system: FaultEnvironment; person: Person; count: number; request: HeldRequest },
): HeldRequests {
  const { system, person, count, request } = held;
  const answers = new Tally();
  const head = `${request.line} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${person.token}\r\n`;
  const sockets = Array.from({ length: count }, (): Socket => {
    const socket = connect(Number(new URL(system.baseUrl).port), '127.0.0.1', () =>
      socket.write(head + request.rest),
    );
    socket.on('error', () => undefined); // a close follows
    socket.once('data', (chunk) => {
      answers.add(String(chunk).slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
      socket.pause();
    });
    return socket;
  });
  const close = (): void => sockets.forEach((socket) => socket.destroy());
  context.defer(close);
  return { answers, close };
}
