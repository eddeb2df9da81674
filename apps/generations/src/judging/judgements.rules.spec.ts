import type { Judgement } from '#contracts';
import { judgedPairs, saidIn, type JudgementRow } from './judgements.rules.ts';

const FIRST = idOf(5000);
const OTHER = idOf(5001);

describe('the judgements of an experiment', () => {
  it('say which text has won, and nobody looks at what the texts were written from, which is large', () => {
    let looks = 0;
    const rows = Array.from({ length: 2000 }, (_, n): JudgementRow => {
      const caseId = idOf(n >> 1);
      const first = n % 2 === 0 ? 'a' : 'b';
      const answers = (['a', 'b'] as const).map((text) => ({
        question: 1,
        text,
        yes: text !== first,
        quote: 'oak',
      }));
      const winner: Judgement['winner'] = first === 'a' ? 'b' : 'a';
      const inputs = {
        questions: ['Is it new?'],
        get given() {
          looks += 1;
          return { list: Array.from({ length: 15_000 }, () => 0) };
        },
        productId: caseId,
        a: first === 'a' ? FIRST : OTHER,
        b: first === 'a' ? OTHER : FIRST,
        first,
      };
      return { arm: 'new', caseId, inputs, result: [{ answers, winner }] };
    });
    const pairs = judgedPairs(saidIn(rows));
    expect(pairs).toHaveLength(1000);
    expect(pairs[0]).toMatchObject({
      caseId: idOf(0),
      first: FIRST,
      other: OTHER,
      outcome: 1,
      isFlip: false,
    });
    expect(looks).toBe(0);
  });
});

function idOf(n: number): string {
  return `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
}
