import { forLatest } from './latest.rules.ts';

describe('what is worked out for the latest texts', () => {
  const ofLatest = (most: number) => {
    const workedOut: string[] = [];
    const of = forLatest(most, (text) => {
      workedOut.push(text);
      return { text };
    });
    return { of, workedOut };
  };

  test('is worked out once, and is the same each time', () => {
    const { of, workedOut } = ofLatest(4);
    expect(of('a')).toBe(of('a'));
    expect(workedOut).toEqual(['a']);
  });

  test('is not kept for a long text', () => {
    const { of, workedOut } = ofLatest(4);
    const long = 'long '.repeat(1000);
    for (const text of [long, long]) of(text);
    expect(workedOut).toEqual([long, long]);
  });

  test('is dropped behind newer texts, unless it was asked for among them', () => {
    const { of, workedOut } = ofLatest(4);
    for (const text of ['kept', 'dropped', 'one', 'kept', 'two', 'three']) of(text);
    workedOut.length = 0;
    for (const text of ['kept', 'dropped']) of(text);
    expect(workedOut).toEqual(['dropped']);
  });
});
