import type { Application } from '#client';
import { areAlike, armOf, draftOf, requestOf, type ExperimentDraft } from './experiment-draft.rules.ts';

const application = (id: string, version: number, builtIn: boolean): Application =>
  ({ id, version, builtIn }) as Application;
const APPLICATIONS = [application('product-title', 1, true), application('own', 3, false)];
const WORDS = { now: 'Now', other: 'New', version: (version: number) => `Version ${version}` };

const draft = (search: Parameters<typeof draftOf>[0]): ExperimentDraft =>
  draftOf(search, APPLICATIONS, WORDS);

describe('what a new experiment begins with', () => {
  it('compares a model that is tried with how it is written now', () => {
    expect(requestOf(draft({ dataset: 'd', model: 'acme:large' }))).toEqual({
      datasetId: 'd',
      applicationId: 'product-title',
      arms: [{ name: 'Now' }, { name: 'acme:large', environment: { model: 'acme:large' } }],
    });
  });

  it('compares a new version of an application with the one before', () => {
    expect(requestOf(draft({ dataset: 'd', application: 'own' }))?.arms).toEqual([
      { name: 'Version 2', applicationVersion: 2 },
      { name: 'Version 3', applicationVersion: 3 },
    ]);
  });
});

describe('the request of an experiment', () => {
  it('is not there without a dataset, without a name, or with one name twice', () => {
    const full = draft({ dataset: 'd' });
    const [first, second] = full.arms;
    expect(requestOf(draft({}))).toBeUndefined();
    expect(requestOf({ ...full, arms: [first!, { ...second!, name: ' ' }] })).toBeUndefined();
    expect(requestOf({ ...full, arms: [first!, { ...second!, name: 'Now ' }] })).toBeUndefined();
  });

  it('asks the judge the questions that were typed, one a line, and else names none', () => {
    const judged = { ...draft({ dataset: 'd' }), judge: 'acme:judge' };
    expect(requestOf(judged)?.judge).toEqual({ model: 'acme:judge' });
    const questions = ' Is it short?\n\nDoes it name the material? \n';
    expect(requestOf({ ...judged, questions })?.judge).toEqual({
      model: 'acme:judge',
      questions: ['Is it short?', 'Does it name the material?'],
    });
    expect(requestOf({ ...judged, judge: undefined, questions })).not.toHaveProperty('judge');
  });

  it('has a minimum in shares where it was entered in percent, and none where nothing was', () => {
    const minimum = [
      { score: 'factsCovered', value: 80 },
      { score: 'warnings', value: 0.5 },
      { score: 'success', value: undefined },
    ] as const;
    expect(
      requestOf({ ...draft({ dataset: 'd' }), minimum, budget: 1.5, repeats: 2, judge: 'acme:judge' }),
    ).toMatchObject({
      minimum: { factsCovered: 0.8, warnings: 0.5 },
      maxCostMicros: 1_500_000,
      repeats: 2,
      judge: { model: 'acme:judge' },
    });
  });
});

it('sees when two arms write in the same way, whatever they are called', () => {
  expect(areAlike([armOf('a'), { ...armOf('b'), environment: { tone: '' } }])).toBe(true);
  expect(areAlike([armOf('a'), { ...armOf('b'), models: ['acme:large'] }])).toBe(false);
  expect(areAlike([armOf('a'), { ...armOf('b'), version: 2 }])).toBe(false);
});
