// Claims from prompt to outcome, with real model calls: what each sentence of a result rests on.
import type { LiveText } from '#contracts';
import { until } from '#testing/until';
import { LiveWriter } from '../../src/runner/live-writer.state.ts';
import { taskFor } from '../tasks.ts';
import { server, write } from './writing-under-test.ts';

const GOOD = 'Oakline Garden Bench, Solid Oak, 120 cm';
const INVENTED = 'Oakline Garden Bench, Solid Oak, 150 cm';

describe('the claims of a result', () => {
  it('records what each sentence rests on, and shows readers the text alone', async () => {
    const text = 'A garden bench of solid oak for two people. It brightens each evening on the terrace.';
    const [first = '', second = ''] = text.split(/(?<=oak for two people\.) /);
    const fact = { text: first, field: 'product.specification', quote: 'Material: Solid oak' };
    const invented = { text: second, field: 'product.title', quote: 'evening' };
    server.answers.splice(0, Infinity, JSON.stringify({ text, claims: [fact, invented] }));
    const messages: LiveText[] = [];
    const live = new LiveWriter(1, (told) => messages.push(told));
    const outcome = await write(taskFor('product-description', { model: 'test:streams' }), live);
    await live.end();
    expect(outcome).toMatchObject({
      status: 'SUCCESS',
      resultType: 'TEXT',
      result: text,
      claims: [
        {
          start: 0,
          end: first.length,
          evidence: [{ field: fact.field, quote: fact.quote }],
          supported: true,
        },
        { start: first.length + 1, end: text.length, evidence: [], supported: false },
      ],
    });
    const { messages: prompt = [], response_format: format } = server.received[0]?.body ?? {};
    expect(prompt[0]?.content).toContain('Claims: beside the content');
    expect(format?.json_schema?.schema).toMatchObject({ required: ['text', 'claims'] });
    const shown = messages
      .flatMap(({ events }) => events)
      .map(({ event, data }) => (event === 'generation.output.delta' ? data.delta : ''));
    expect(shown.join('')).toBe(text);
  });

  it('knows the sources of items that were written in either of two calls', async () => {
    const claims = (...texts: string[]) =>
      texts.map((text) => ({ text, field: 'product.title', quote: 'Solid Oak' }));
    const other = 'Oakline Bench of Solid Oak';
    const answer = (...texts: string[]): string =>
      JSON.stringify({ results: texts.map((text) => ({ text })), claims: claims(...texts) });
    server.answers.splice(0, Infinity, answer(GOOD, INVENTED), answer(other));
    const outcome = await write(taskFor('product-title', {}, { variants: 2 }));
    expect(outcome).toMatchObject({
      result: [{ text: GOOD }, { text: other }],
      claims: [
        { index: 0, end: GOOD.length, supported: true },
        { index: 1, end: other.length, supported: true },
      ],
    });
  });

  it.each([
    ['is cut by a limit', 'says-cut', 'OutputTruncated'],
    ['says one thing without end', 'repeats', 'InvalidModelOutput'],
  ])('are no reason to refuse a text that is whole when the answer %s', async (_how, name, code) => {
    const text = 'A garden bench of solid oak for two people.';
    const entry = JSON.stringify({ text, field: text, quote: text });
    const answer = `{"text": ${JSON.stringify(text)}, "claims": [\n${entry},`;
    const task = taskFor('product-description', { model: `test:${name}` });
    const before = server.hungUp();
    server.answers.splice(0, Infinity, answer);
    const outcome = await write(task);
    expect(outcome).toMatchObject({ status: 'SUCCESS', result: text, usage: { calls: 1 } });
    expect(outcome).not.toHaveProperty('claims');
    if (name === 'repeats') await until('the connection is closed', () => server.hungUp() > before);
    server.answers.splice(0, Infinity, answer.slice(0, 30));
    await expect(write(task)).rejects.toMatchObject({ code });
  });

  it('takes a text without claims, also from a server that takes no schemas, and says nothing of sources', async () => {
    const text = 'A garden bench of solid oak for two people.';
    server.answers.splice(0, Infinity, text);
    for (const model of ['test:says', 'plain:says']) {
      const outcome = await write(taskFor('product-description', { model }));
      expect(outcome).toMatchObject({ status: 'SUCCESS', result: text });
      expect(outcome).not.toHaveProperty('claims');
    }
    const [asked, plain] = server.received.map(({ body }) => body);
    expect(asked?.response_format).toMatchObject({ type: 'json_schema' });
    expect(plain?.response_format).toBeUndefined();
    expect(plain?.messages[0]?.content).not.toContain('Claims:');
  });

  it('are not asked of a model that is known to be small', async () => {
    server.answers.splice(0, Infinity, JSON.stringify({ results: [{ text: GOOD }] }));
    const outcome = await write(taskFor('product-title', { model: 'small:says' }));
    expect(outcome).toMatchObject({ status: 'SUCCESS', result: [{ text: GOOD }] });
    expect(outcome).not.toHaveProperty('claims');
    const [body] = server.received.map((received) => received.body);
    expect(body?.messages[0]?.content).not.toContain('Claims:');
    expect(body?.response_format?.json_schema?.schema).toMatchObject({ required: ['results'] });
  });

  it('are not asked of it beside a text either, which it writes in JSON nevertheless, to find its end', async () => {
    const text = 'A garden bench of solid oak for two people.';
    const task = taskFor('product-description', { model: 'small:streams' });
    const messages: LiveText[] = [];
    for (const answer of [JSON.stringify({ text }), text]) {
      server.answers.splice(0, Infinity, answer);
      const live = new LiveWriter(1, (told) => messages.push(told));
      expect(await write(task, live)).toMatchObject({ status: 'SUCCESS', result: text });
      await live.end();
    }
    const [body] = server.received.map((received) => received.body);
    expect(body?.response_format?.json_schema?.schema).toMatchObject({ required: ['text'] });
    const shown = messages
      .flatMap(({ events }) => events)
      .map(({ event, data }) => (event === 'generation.output.delta' ? data.delta : ''));
    expect(shown.join('')).toBe(text + text);
  });
});
