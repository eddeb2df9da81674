// Tests what readers see of an answer while it is written.
import { install, type Clock } from '@sinonjs/fake-timers';
import type { LiveEvent, LiveText } from '#contracts';
import { applications, type Item } from '#content';
import { LiveWriter } from './live-writer.state.ts';

const task = { inputs: { count: 3 }, environment: { language: 'en', model: 'm', temperature: 0 } };
const bullets = applications['bullet-points'].output({ ...task, applicationId: 'bullet-points' });
const listing = applications.listing.output({ ...task, applicationId: 'listing' });
const ITEMS: Item[] = [
  { header: 'Solid “oak”', text: 'Oiled twice\nby hand 🪵.' },
  { text: '手工橡木砧板' },
  { header: 'Size', text: 'Seats two.' },
];
const PUBLISHED = ['Solid “oak”: Oiled twice\nby hand 🪵.', '手工橡木砧板', 'Size: Seats two.'];

let clock: Clock;
let messages: LiveText[];
let writer: LiveWriter;
beforeEach(() => {
  clock = install();
  messages = [];
  writer = new LiveWriter(1, (message) => messages.push(message));
});
afterEach(() => {
  clock.uninstall();
});

const pass = (ms: number): Promise<unknown> => clock.tickAsync(ms);
const all = (): LiveEvent[] => messages.flatMap(({ events }) => events);
const of = <E extends LiveEvent['event']>(name: E): Extract<LiveEvent, { event: E }>['data'][] =>
  all().flatMap(({ event, data }) => (event === name ? [data as never] : []));
/** The texts by index, as a reader joins them. */
function joined(): string[] {
  const texts: string[] = [];
  for (const { event, data } of all()) {
    if (event === 'generation.output.reset') texts.length = 0;
    if (event === 'generation.output.delta') texts[data.index] = (texts[data.index] ?? '') + data.delta;
  }
  return texts;
}

/** Writes an answer unit by unit, so that characters, escapes and numbers are cut at every place. */
async function write(answer: string): Promise<void> {
  for (const unit of answer.split('')) {
    writer.add(unit);
    await pass(3);
  }
}

it.each([
  JSON.stringify({ results: ITEMS }),
  JSON.stringify({ results: ITEMS }, undefined, 2).replace('🪵', '\\ud83e\\udeb5'),
])('shows items as they will be published, wherever the answer is cut', async (answer) => {
  writer.start('m');
  writer.begin(bullets);
  await write(answer);
  await writer.complete(ITEMS);
  await writer.end();
  expect(joined()).toEqual(PUBLISHED);
  expect(of('generation.output.item').map(({ index, item }) => [index, item])).toEqual(
    ITEMS.map((item, index) => [index, item]),
  );
  expect(of('generation.output.reset')).toEqual([]);
  expect(all()[0]).toEqual({ event: 'generation.started', data: { attempt: 1, model: 'm' } });
  const expected = messages.map((_, n) => 1 + messages.slice(0, n).flatMap(({ events }) => events).length);
  expect(messages.map(({ first }) => first)).toEqual(expected);
});

it('names the part of a listing with each of its texts', async () => {
  const items: Item[] = [
    { part: 'bullets', text: 'Solid oak.' },
    { part: 'title', text: 'Oakline Bench' },
    { text: 'Oiled twice.', part: 'bullets' },
  ];
  writer.begin(listing);
  await write(JSON.stringify({ results: items }));
  await writer.complete(items);
  await writer.end();
  const parts = of('generation.output.delta').map(({ index, part }) => `${index} ${part}`);
  expect([...new Set(parts)]).toEqual(['0 bullets', '1 title', '2 undefined']);
  expect(of('generation.output.item').map(({ item }) => item['part'])).toEqual([
    'bullets',
    'title',
    'bullets',
  ]);
});

it('sends the first text at once, and then every 50 ms', async () => {
  writer.start('m');
  writer.begin('text');
  await pass(20);
  writer.add('One');
  await pass(0);
  expect(joined()).toEqual(['One']);
  writer.add(' two');
  await pass(30);
  writer.add(' three');
  expect(joined()).toEqual(['One']);
  await pass(20);
  expect(of('generation.output.delta').map(({ delta }) => delta)).toEqual(['One', ' two three']);
  await writer.end();
  await pass(1000);
  expect(messages).toHaveLength(2);
});

it('tells the start without a text too', async () => {
  writer.start('m');
  await pass(50);
  expect(all()).toHaveLength(1);
});

it('begins anew after a retry, a repair, and content that is not what was shown', async () => {
  writer = new LiveWriter(2, (message) => messages.push(message));
  writer.start('m');
  writer.begin('text');
  await write('Draft one');
  await writer.complete('Draft one');
  writer.check([]);
  writer.reset('repair');
  writer.begin('text');
  await write('Draft 2');
  await pass(50);
  await writer.complete('Final');
  await writer.end();
  expect(joined()).toEqual(['Final']);
  expect(of('generation.output.reset')).toEqual(
    ['retry', 'repair', 'correction'].map((reason) => ({ attempt: 2, reason })),
  );
});

it('shows an answer that is too long, or no JSON, at its end', async () => {
  writer.begin('text');
  writer.add('x'.repeat(70_000));
  await pass(100);
  expect(messages).toEqual([]);
  await writer.complete('x'.repeat(70_000));
  await writer.end();
  expect(joined()[0]).toHaveLength(70_000);
  writer.reset('repair');
  writer.begin(bullets);
  await write('Sure! Here are your bullets: {"results":');
  await writer.end();
  expect(joined()).toEqual([]);
});

it('an answer that nests without end shows nothing', async () => {
  writer.begin(bullets);
  writer.add('{"results":[{"text":"Oak"');
  await pass(100);
  writer.add(`,"header":${'[1,'.repeat(10_000)}`);
  await pass(100);
  await writer.end();
  expect(joined()).toEqual(['Oak']);
});
