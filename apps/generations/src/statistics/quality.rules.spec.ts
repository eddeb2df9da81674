// When the accept rate of an application has left its band.
import { qualityOf, type QualityState } from './quality.rules.ts';

const of = (
  rates: [accepted: number, of: number, before: number, ofBefore: number],
  was: QualityState = 'WITHIN',
) =>
  qualityOf(
    {
      accepted: rates[0],
      rejected: rates[1] - rates[0],
      acceptedBefore: rates[2],
      rejectedBefore: rates[3] - rates[2],
    },
    was,
  );

it.each<[Parameters<typeof of>[0], QualityState]>([
  [[40, 50, 160, 200], 'WITHIN'],
  [[33, 50, 160, 200], 'WITHIN'],
  [[29, 50, 160, 200], 'BELOW'],
  [[49, 50, 110, 200], 'ABOVE'],
  [[330, 500, 1600, 2000], 'BELOW'],
  [[50, 50, 200, 200], 'WITHIN'],
  [[0, 50, 0, 200], 'WITHIN'],
  [[40, 50, 200, 200], 'BELOW'],
])('%j is %s', (rates, state) => {
  expect(of(rates).state).toBe(state);
});

it('comes back only well inside, and may leave on the other side', () => {
  const edge: Parameters<typeof of>[0] = [33, 50, 160, 200];
  expect([of(edge).state, of(edge, 'BELOW').state, of(edge, 'ABOVE').state]).toEqual([
    'WITHIN',
    'BELOW',
    'WITHIN',
  ]);
  expect(of([38, 50, 160, 200], 'BELOW').state).toBe('WITHIN');
  expect(of([50, 50, 110, 200], 'BELOW').state).toBe('ABOVE');
});

it('tells the rates', () => {
  expect(of([29, 50, 160, 200])).toMatchObject({ acceptRate: 0.58, earlierRate: 0.8, reviewed: 50 });
});
