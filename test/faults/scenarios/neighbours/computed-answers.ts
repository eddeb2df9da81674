// C60: somebody who may only read asks for many answers that are computed, with a template that is made to be slow.
import { HttpClient } from '#testing/http';
import type { Person, Variables } from '#testing/environment';
import { Tally } from '../../harness/checks/tally.ts';
import type { FaultEnvironment } from '../../harness/environment/fault-environment.ts';
import { insertProducts, plainProducts } from '../../harness/environment/products.ts';
import { LoadGenerator } from '../../harness/load/load-generator.ts';
import { Flood, timed, USUAL_LIMITS, waitsBeside } from '../../harness/load/beside.ts';
import { resultOf, type Context, type Result, type Scenario } from '../../harness/scenario.ts';

/** Renders until its time is over. */
const LOOPS = '{% for i in (1..10000) %}{% for j in (1..10000) %}{% endfor %}{% endfor %}';
const APPLICATION = {
  name: 'Loops',
  instructions: LOOPS,
  inputSchema: { type: 'object' },
  resultType: 'TEXT',
};
/** Products that an estimate renders for. */
const SAMPLE = 20;
/** Clients of each kind. */
const CLIENTS = { estimates: 4, previews: 8, checks: 4 };
/** Seconds of one measurement. */
const SIZES = { full: 60, small: 8 };
/** Pause between two pieces of the other tenant's work, in milliseconds: each of them writes. */
const PAUSE_MS = 120;

export const computedAnswers: Scenario = {
  id: 'C60',
  title:
    'an API key that may only read floods estimates, previews and checks with a template that never ends',
  holds:
    'p95 of another tenant’s generation, accepted and read, at most triples (small run: plus 100 ms) and is at most 1 s, without a 5xx',
  alone: true,
  run: (context) => runComputedAnswers(context),
};

/** Runs the scenario; `variables` may make generations a test build. */
export async function runComputedAnswers(context: Context, variables: Variables = {}): Promise<Result> {
  const system = await context.open({
    people: 2,
    variables: { gateway: USUAL_LIMITS, generations: variables },
  });
  const [hostile, other = hostile] = system.people;
  const ask = await asker(context, system, hostile);
  const answers = new Tally();
  const flood = new Flood();
  const body = await new LoadGenerator('sandbox:echo', context.signal).body(other);
  const work = (): Promise<void> => writeAndRead(other, body, answers);
  await timed(2, work, PAUSE_MS); // warm up
  const { notes, late } = await waitsBeside(context, {
    what: 'a generation',
    measure: () => timed(SIZES[context.full ? 'full' : 'small'], work, PAUSE_MS),
    attack: async () => {
      flood.add(CLIENTS.estimates, ask.estimate);
      flood.add(CLIENTS.previews, ask.preview).add(CLIENTS.checks, ask.check);
      return () => flood.stop();
    },
  });
  const computed = flood.answers.counts['200'] ?? 0;
  return resultOf(
    {
      faults: flood.answers.total,
      accepted: answers.total,
      notes: `${notes}; asked: ${flood.answers.summary}`,
    },
    [
      answers.others(200, 201).length > 0 && `answers to the other tenant: ${answers.summary}`,
      late,
      computed < 20 && `hardly anything was computed: ${flood.answers.summary}`,
    ],
  );
}

/** Asks for computed answers with a key that may only read. */
async function asker(context: Context, system: FaultEnvironment, hostile: Person) {
  const { id: applicationId } = await hostile.call<{ id: string }>('POST', '/applications', {
    body: APPLICATION,
  });
  const ids = await insertProducts(context, system, hostile, plainProducts(SAMPLE));
  const { key } = await hostile.call<{ key: string }>('POST', `${system.coreUrl}/accounts/keys`, {
    body: { name: 'reader', scopes: ['read'] },
  });
  const reader = new HttpClient({ baseUrl: system.baseUrl, token: key, document: await system.document });
  const environment = { model: 'sandbox:echo' };
  const text = { text: 'Oak board of 40 cm, made in Oslo since 1901, certified, best of all! '.repeat(7) };
  return {
    estimate: () =>
      reader.post('/generations/batches', { applicationId, environment, products: { ids }, dryRun: true }),
    preview: () =>
      reader.post(`/applications/${applicationId}/preview`, { productId: ids[0], definition: APPLICATION }),
    check: () =>
      reader.post('/checks', {
        applicationId: 'bullet-points',
        productId: ids[0],
        result: Array(10).fill(text),
      }),
  };
}

/** Has a generation accepted, reads it and a page of all. */
async function writeAndRead(person: Person, body: object, answers: Tally): Promise<void> {
  const accepted = await person.post<{ id?: string }>('/generations', body);
  answers.add(accepted.status);
  answers.add((await person.get('/generations?limit=10')).status);
  if (accepted.body.id) answers.add((await person.get(`/generations/${accepted.body.id}`)).status);
}
