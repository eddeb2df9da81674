import { fc } from '#testing/property';
import { differencesOf, type TextDifference } from './differences.rules.ts';

const written = (parts: readonly TextDifference[]): string =>
  parts
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `{-${text}-}`))
    .join('');

describe('differencesOf', () => {
  it('marks words, and neighbouring ones together', () => {
    expect(written(differencesOf('Made of solid oak, oiled.', 'Made of dark walnut, oiled.', 'en'))).toBe(
      'Made of {-solid oak-}{+dark walnut+}, oiled.',
    );
  });

  it('cuts Chinese and Japanese into words', () => {
    expect(written(differencesOf('橡木桌面收纳盒', '核桃木桌面收纳盒', 'zh'))).toBe(
      '{-橡木-}{+核桃木+}桌面收纳盒',
    );
    expect(written(differencesOf('机の上を片付ける', '机の下を片付ける', 'ja'))).toBe(
      '机の{-上-}{+下+}を片付ける',
    );
  });

  it('takes any language for one', () => {
    expect(written(differencesOf('a b', 'a c', 'no such tag!'))).toBe('a {-b-}{+c+}');
  });

  it('shows two texts that have nothing in common one after the other', () => {
    const before = Array.from({ length: 3000 }, (_, i) => `old${i}`).join(' ');
    const after = Array.from({ length: 3000 }, (_, i) => `new${i}`).join('\n');
    expect(differencesOf(before, after, 'en').map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });

  it('loses and invents nothing', () => {
    const texts = fc.array(fc.constantFrom('oak', 'Oak', ' ', '  ', '\n', '橡木', '😀', ',', 'é'), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const before = one.join('');
        const after = other.join('');
        const parts = differencesOf(before, after, 'en');
        const without = (kind: TextDifference['kind']): string =>
          parts.map((part) => (part.kind === kind ? '' : part.text)).join('');
        expect(without('added')).toBe(before);
        expect(without('removed')).toBe(after);
      }),
    );
  });
});
