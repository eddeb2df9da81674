import type { Application, ApplicationDefinition } from '#client';
import { fieldDifferences } from '../form/record/versions.rules.ts';
import { copyOf, definitionOf, partTexts, settledDefinition } from './definition.rules.ts';

const base: ApplicationDefinition = {
  name: 'Care label',
  instructions: 'Write how to care for {{ product.title }}.',
  inputSchema: { type: 'object', properties: { audience: { type: 'string' } } },
  resultType: 'TEXT',
};
const record = (more: Partial<Application>): Application => ({
  id: 'a',
  version: 1,
  builtIn: false,
  limits: [],
  createdAt: 0,
  updatedAt: 0,
  ...base,
  ...more,
});

it('has what a person decides, and nothing else', () => {
  expect(definitionOf(record({ archivedAt: 3 }))).toEqual(base);
});

it('settles two versions part by part', () => {
  const mine: ApplicationDefinition = { ...base, name: 'Care', environment: { tone: 'friendly' } };
  const theirs: ApplicationDefinition = {
    ...base,
    resultType: 'RESULTS',
    resultSchema: { type: 'object', properties: { text: { type: 'string' } } },
    environment: { tone: 'witty' },
  };
  const differences = fieldDifferences(partTexts(base), partTexts(mine), partTexts(theirs));
  expect(differences.map(({ field, changedBy }) => [field, changedBy])).toEqual([
    ['name', 'me'],
    ['result', 'them'],
    ['settings', 'both'],
  ]);
  expect(settledDefinition(mine, theirs, new Set(['result'] as const))).toEqual({
    ...mine,
    resultType: 'RESULTS',
    resultSchema: theirs.resultSchema,
  });
  expect(settledDefinition(theirs, base, new Set(['result', 'settings'] as const))).toEqual(base);
});

it('copies what a built-in application tells, with instructions that name its inputs', () => {
  const { instructions: _none, ...builtIn } = record({ builtIn: true, target: 'title' });
  expect(copyOf(builtIn, 'My title', 'Write a title.')).toEqual({
    ...base,
    name: 'My title',
    instructions: 'Write a title.\n{% if inputs.audience %}audience: {{ inputs.audience }}{% endif %}',
  });
  expect(copyOf(record({}), 'Copy', 'Write.').instructions).toBe(base.instructions);
});
