// Output schemas: what of an answer may be published fits the schema that the API documents.
import type { CustomApplication, GenerationTask } from '#contracts';
import { contextOf, review } from '../review/review.rules.ts';
import { faultOfValue } from '../schemas/schema-values.rules.ts';
import { customApplication } from './custom/custom-application.rules.ts';
import { applicationOf } from './index.ts';
import { contentOf } from './output-schema.rules.ts';
import type { ItemsOutput } from './port.ts';

const task: GenerationTask = {
  applicationId: 'bullet-points',
  inputs: { count: 4, name: 'Oak bench for two people, oiled twice, with a backrest' },
  environment: { language: 'en', model: 'test:x', temperature: 0 },
};
const application = applicationOf(task);
const output = application.output(task) as ItemsOutput;

/** What is published of the bullet points of a model. */
function published(...results: { header?: string | null; text: string }[]) {
  const content = contentOf(output.accepts.parse({ results }), output);
  const { publishable, fault } = review(content, contextOf({ task, application, secrets: [] }));
  return { items: publishable as object[] | undefined, fault };
}

const sound = [
  { header: 'Solid oak', text: 'The bench is oiled twice.' },
  { header: null, text: 'Two people sit side by side.' },
  { text: 'A backrest supports both of them.' },
];

it('a bullet point without text is left out, and the others fit the schema, with and without a header', () => {
  const { items = [], fault } = published({ header: 'Promise of a bench of oak', text: '' }, ...sound);
  expect(items).toHaveLength(3);
  expect(items.map((item) => faultOfValue(output.resultSchema, item))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(fault).toBeUndefined();
  expect(faultOfValue(output.resultSchema, { header: 'Oak' })).toMatchObject({ path: ['text'] });
  expect(faultOfValue(output.resultSchema, { header: null, text: 'Oak' })).toMatchObject({
    path: ['header'],
  });
});

it('too few bullet points with a text are no result, and the fault says what is missing', () => {
  const { items, fault } = published(...sound.slice(0, 2), { header: 'An oak bench to love', text: ' ' });
  expect(items).toBeUndefined();
  expect(fault).toBe('result[2].text must be there');
});

it('an answer for an application of a workspace nests at most 32 levels deep', () => {
  const { accepts } = customApplication({ resultType: 'RESULTS' } as CustomApplication).output(
    task,
  ) as ItemsOutput;
  const nested = (levels: number) =>
    JSON.parse(`{"results":[{"x":${'['.repeat(levels)}${']'.repeat(levels)}}]}`) as unknown;
  expect([29, 30, 100_000].map((levels) => accepts.safeParse(nested(levels)).success)).toEqual([
    true,
    false,
    false,
  ]);
});
