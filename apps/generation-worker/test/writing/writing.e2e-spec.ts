// Writing from prompt to outcome, with real model calls: the quality check, the repair call, the published result.
import type { LiveText } from '#contracts';
import { POLICY_VERSION, promptVersionOf } from '#content';
import { LiveWriter } from '../../src/runner/live-writer.state.ts';
import { taskFor } from '../tasks.ts';
import { server, write } from './writing-under-test.ts';

const GOOD = 'Oakline Garden Bench, Solid Oak, 120 cm';
const VERSIONS = {
  promptVersion: promptVersionOf({ applicationId: 'product-title' }),
  policyVersion: POLICY_VERSION,
};
const INVENTED = 'Oakline Garden Bench, Solid Oak, 150 cm';

const titles = (...texts: string[]): string => JSON.stringify({ results: texts.map((text) => ({ text })) });

describe('the writing service', () => {
  it('tells readers the text while the model writes it', async () => {
    const results = [
      { text: 'Seats two people on solid oak' },
      { text: 'Folds flat behind a door' },
      { text: 'Oiled by hand after sanding' },
    ];
    server.answers.splice(0, Infinity, JSON.stringify({ results }));
    const messages: LiveText[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    server.beforeLast = promise; // the model does not end before readers have heard of its text several times
    const live = new LiveWriter(1, (text) => {
      if (messages.push(text) > 5) resolve();
    });
    const task = taskFor('bullet-points', { model: 'test:streams' }, { count: 3 });
    const outcome = await write(task, live);
    await live.end();
    const texts: string[] = [];
    for (const { event, data } of messages.flatMap(({ events }) => events))
      if (event === 'generation.output.delta') texts[data.index] = (texts[data.index] ?? '') + data.delta;
    expect(texts).toEqual(results.map(({ text }) => text));
    expect(outcome).toMatchObject({ status: 'SUCCESS', result: results });
  });

  it('publishes content without violations after one call', async () => {
    server.answers.splice(0, Infinity, titles(GOOD));
    expect(await write(taskFor('product-title'))).toEqual({
      status: 'SUCCESS',
      resultType: 'RESULTS',
      result: [{ text: GOOD }],
      checks: [],
      coverage: { keywords: [], facts: { used: 3, of: 4 } },
      scores: { hardFirst: 0, languageShare: 1, lengthUse: 0.52, repaired: 0 },
      usage: { inputTokens: 11, outputTokens: 7, calls: 1, finishReason: 'stop', ...VERSIONS },
    });
  });

  it('gives a violation back once, as data, and publishes the better content', async () => {
    server.answers.splice(0, Infinity, titles(INVENTED), titles(GOOD));
    expect(await write(taskFor('product-title'))).toMatchObject({
      status: 'SUCCESS',
      result: [{ text: GOOD }],
      usage: { inputTokens: 22, outputTokens: 14, calls: 2 },
    });
    const [first, second] = server.received.map(({ body }) => body.messages);
    expect(second?.slice(0, 2)).toEqual(first);
    expect(second?.[2]).toEqual({ role: 'assistant', content: titles(INVENTED) });
    expect(second?.[3]?.content).toContain('"rule":"UNGROUNDED_NUMBER"');
  });

  it('keeps the first text as the draft when the second one is about the task', async () => {
    server.answers.splice(0, Infinity, titles(INVENTED), titles('The quality check refused the answer'));
    const outcome = await write(taskFor('product-title'));
    expect(outcome).toMatchObject({ errorCode: 'QualityCheckFailed', draft: [{ text: INVENTED }] });
    expect(outcome).toMatchObject({ checks: [{ rule: 'UNGROUNDED_NUMBER' }], usage: { calls: 2 } });
  });

  it('ends a text of a model of this installation that goes on and on, and has it written again', async () => {
    const ended = 'Oakline Garden Bench for two, '.repeat(4).slice(0, 113); // as its grammar leaves it
    server.answers.splice(0, Infinity, titles(ended), titles(GOOD));
    const outcome = await write(taskFor('product-title', { model: 'here:says' }));
    expect(outcome).toMatchObject({ status: 'SUCCESS', result: [{ text: GOOD }] });
    const [first, second] = server.received.map(({ body }) => body);
    const text = { type: 'string', maxLength: 113 };
    expect(first?.response_format?.json_schema?.schema).toMatchObject({
      properties: {
        results: { items: { properties: { text } } },
        claims: { items: { properties: { text, field: text, quote: text } } },
      },
    });
    expect(second?.messages?.at(-1)?.content).toContain('It has 113 of at most 75 characters.');
    server.answers.splice(0, Infinity, titles(GOOD));
    await write(taskFor('product-title'));
    const elsewhere = JSON.stringify(server.received.at(-1)?.body.response_format);
    expect(elsewhere).toContain('"text"');
    expect(elsewhere).not.toContain('maxLength');
  });

  it('has the wrong items alone written again, and shows readers the whole', async () => {
    const other = 'Oakline Bench of Solid Oak';
    const repaired = 'Oakline Garden Bench with Backrest';
    server.answers.splice(0, Infinity, titles(GOOD, INVENTED, other), titles(repaired));
    const messages: LiveText[] = [];
    const live = new LiveWriter(1, (text) => messages.push(text));
    const outcome = await write(taskFor('product-title', {}, { variants: 3 }), live);
    await live.end();
    expect(outcome).toMatchObject({
      result: [{ text: GOOD }, { text: repaired }, { text: other }],
      checks: [],
    });
    const { messages: prompt, response_format: format } = server.received[1]?.body ?? {};
    expect(prompt?.at(-1)?.content).toContain('Write only the item 1, again');
    expect(prompt?.at(-1)?.content).not.toContain('"item":0');
    const results = { properties: { results: { minItems: 1, maxItems: 1 } } };
    expect(format?.json_schema?.schema).toMatchObject(results);
    const told = messages.flatMap(({ events }) => events);
    const reset = told.findLastIndex(({ event }) => event === 'generation.output.reset');
    const items = told
      .slice(reset)
      .flatMap(({ event, data }) => (event === 'generation.output.item' ? [data] : []));
    expect(items.map(({ index, item }) => [index, item['text']])).toEqual([
      [0, GOOD],
      [1, repaired],
      [2, other],
    ]);
  });

  it('has the wrong parts of a listing alone written again, and keeps what of it fails as a draft', async () => {
    const good = [
      { part: 'title', text: GOOD },
      { part: 'highlights', text: 'Seats two, Oiled twice' },
      { part: 'bullets', header: 'Roomy', text: 'Seats two people' },
      { part: 'bullets', header: 'Wood', text: 'Solid oak, oiled twice' },
      { part: 'bullets', header: 'Width', text: 'It is 120 cm wide' },
      { part: 'description', text: 'A garden bench of solid oak for two people. It is 120 cm wide.' },
      { part: 'searchTerms', text: 'patio furniture' },
    ];
    const again = [good[0], good[6]];
    const first = good.map((item) => {
      if (item.part === 'title') return { ...item, text: INVENTED };
      return item.part === 'searchTerms' ? { ...item, text: 'patio oak' } : item;
    });
    const answers = [first, again].map((results) => JSON.stringify({ results }));
    server.answers.splice(0, Infinity, ...answers);
    const task = taskFor('listing', {}, { count: 3, keywords: ['solid oak'] });
    expect(await write(task)).toMatchObject({
      status: 'SUCCESS',
      result: good,
      checks: [],
      coverage: { keywords: [{ keyword: 'solid oak', found: ['title', 'bullets', 'description'] }] },
    });
    const { messages: prompt, response_format: format } = server.received[1]?.body ?? {};
    expect(prompt?.at(-1)?.content).toContain('Write only the items 0, 6, in this order, again');
    expect(JSON.stringify(format)).toContain('"minItems":2,"maxItems":2');
    server.answers.splice(0, Infinity, answers[0] ?? '', JSON.stringify({ results: [first[0], first[6]] }));
    expect(await write(task)).toMatchObject({
      status: 'FAILED',
      errorCode: 'QualityCheckFailed',
      draft: first,
    });
  });

  it('has a text that repeats another one written again, though that could be published', async () => {
    const other = 'Oakline Bench of Solid Oak';
    server.answers.splice(0, Infinity, titles(GOOD, GOOD), titles(other));
    expect(await write(taskFor('product-title', {}, { variants: 2 }))).toMatchObject({
      status: 'SUCCESS',
      result: [{ text: GOOD }, { text: other }],
      checks: [],
      usage: { calls: 2 },
    });
  });

  it('publishes what it had when the second call is no better', async () => {
    server.answers.splice(0, Infinity, titles(GOOD, GOOD), titles(GOOD));
    const outcome = await write(taskFor('product-title', {}, { variants: 2 }));
    expect(outcome).toMatchObject({
      status: 'SUCCESS',
      checks: [{ rule: 'FEWER_THAN_ASKED' }],
      usage: { calls: 2 },
    });
  });

  it('asks for the repair of a long answer full of figures with a short prompt', async () => {
    const figures = Array.from({ length: 3000 }, (_none, place) => `${1000 + place} cm`).join(', ');
    const results = [1, 2, 3, 4, 5].map((place) => ({ header: null, text: `Bench ${place}: ${figures}` }));
    server.answers.splice(0, Infinity, JSON.stringify({ results }));
    const outcome = await write(taskFor('bullet-points'));
    expect(outcome).toMatchObject({ status: 'FAILED', errorCode: 'QualityCheckFailed', usage: { calls: 2 } });
    const repair = server.received[1]?.body.messages ?? [];
    expect(Buffer.byteLength(JSON.stringify(repair))).toBeLessThan(32 * 1024);
    expect(repair.at(-1)?.content).toContain('more like them');
  });

  it('fails with ContextTooLong, without a call, when the inputs do not fit into a prompt', async () => {
    const markup = Array.from({ length: 30 }, () => '<'.repeat(1000));
    expect(await write(taskFor('product-title', {}, { markup }))).toMatchObject({
      status: 'FAILED',
      errorCode: 'ContextTooLong',
    });
    expect(server.received).toEqual([]);
  });

  it('fails after two calls with hard violations', async () => {
    server.answers.splice(0, Infinity, titles(INVENTED));
    expect(await write(taskFor('product-title'))).toEqual({
      status: 'FAILED',
      errorCode: 'QualityCheckFailed',
      draft: [{ text: INVENTED }],
      checks: [expect.objectContaining({ variant: 0, rule: 'UNGROUNDED_NUMBER', severity: 'hard' })],
      scores: { hardFirst: 1, repaired: 1 },
      usage: { inputTokens: 22, outputTokens: 14, calls: 2, finishReason: 'stop', ...VERSIONS },
    });
    expect(server.received).toHaveLength(2);
  });

  it('has a title written again that lacks a keyword which must occur', async () => {
    const better = 'Oakline Garden Bench for Patios, Solid Oak';
    server.answers.splice(0, Infinity, titles(GOOD), titles(better));
    const inputs = { keywords: ['patio!', 'bench'] };
    expect(await write(taskFor('product-title', {}, inputs))).toMatchObject({
      status: 'SUCCESS',
      result: [{ text: better }],
      checks: [],
      coverage: {
        keywords: [
          { keyword: 'patio', found: ['0.text'] },
          { keyword: 'bench', found: ['0.text'] },
        ],
      },
      usage: { calls: 2 },
    });
    const told = server.received.map(({ body }) => body.messages.at(-1)?.content ?? '');
    expect(told[0]).toMatch(/<required_keywords mark="[^"]+">\n\["patio"\]/);
    expect(told[1]).toContain('A keyword that must occur is missing: patio');
  });

  it('drops the items that keep a hard violation and publishes the others', async () => {
    server.answers.splice(0, Infinity, titles(INVENTED, GOOD));
    const outcome = await write(taskFor('product-title', {}, { variants: 2 }));
    expect(outcome).toMatchObject({ status: 'SUCCESS', result: [{ text: GOOD }] });
    expect(outcome).toMatchObject({ checks: [{ rule: 'FEWER_THAN_ASKED', severity: 'warning' }] });
  });

  it('publishes no more items than the request asks for', async () => {
    server.answers.splice(0, Infinity, titles(GOOD, 'Oakline Bench of Solid Oak'));
    expect(await write(taskFor('product-title'))).toMatchObject({
      result: [{ text: GOOD }],
      usage: { calls: 1 },
    });
  });

  it('normalises texts to NFC and leaves out empty headers', async () => {
    const bullet = (header: string | null, text: string) => ({ header, text });
    const results = [
      bullet('Seat:', ' Seats two people side by side '),
      bullet(null, 'Solid oak, oiled twice'),
      bullet('', 'Backrest for a cafe\u0301 corner'),
    ];
    server.answers.splice(0, Infinity, JSON.stringify({ results }));
    expect(await write(taskFor('bullet-points', {}, { count: 3 }))).toMatchObject({
      result: [
        { header: 'Seat', text: 'Seats two people side by side' },
        { text: 'Solid oak, oiled twice' },
        { text: 'Backrest for a café corner' },
      ],
    });
  });

  it('calls no model without source data', async () => {
    const { product: _product, ...bare } = taskFor('product-title', {}, { variants: 2 });
    expect(await write(bare)).toEqual({
      status: 'FAILED',
      errorCode: 'InsufficientProductData',
      usage: { inputTokens: 0, outputTokens: 0, calls: 0 },
    });
    expect(server.received).toEqual([]);
  });
});
