// The floors of the review: how many faulty labelled texts it stops, and how few good ones.
import { judgementsOf, SET_LANGUAGES, SET_NAMES, summaryOf } from './labelled-texts.ts';

describe.each(SET_NAMES)('of the %s set', (set) => {
  const judgements = judgementsOf(set);
  const { stopped, falseAlarms } = summaryOf(judgements);
  const texts = (isGood: boolean, isStopped: boolean) =>
    judgements
      .filter((one) => (one.rules.length === 0) === isGood && one.isStopped === isStopped)
      .map(
        ({ language, text, rules, found }) =>
          `${language} ${[text].flat().join(' | ')}: ${rules.join()} / ${found.join()}`,
      );

  it('at least 92 % of the faulty texts are stopped', () => {
    const passed = texts(false, false);
    expect({ passed, isEnough: passed.length <= stopped.of * 0.08 }).toEqual({ passed, isEnough: true });
  });

  it('at most 2 % of the good texts are stopped', () => {
    const refused = texts(true, true);
    expect({ refused, isFew: refused.length <= falseAlarms.of * 0.02 }).toEqual({ refused, isFew: true });
  });
});

it('there are at least 300 texts in seven languages, two fifths of them good, a quarter of them held out', () => {
  const tuning = judgementsOf('tuning');
  const heldOut = judgementsOf('held-out');
  const all = [...tuning, ...heldOut];
  expect(new Set(all.map(({ language }) => language)).size).toBe(SET_LANGUAGES.length);
  expect(all.length).toBeGreaterThanOrEqual(300);
  expect(all.filter(({ rules }) => rules.length === 0).length).toBeGreaterThanOrEqual(all.length * 0.4);
  expect(heldOut.length).toBeGreaterThanOrEqual(all.length / 4);
});
