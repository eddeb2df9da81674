// Rewrites: what a new text may say, how much shorter it must be, and what the offline composer sets right by itself.
import type { GenerationTask, Product } from '#contracts';
import { contextOf, review } from '../../review/review.rules.ts';
import { composed, taskOf } from '../../../test/compositions.ts';
import { applicationOf } from '../index.ts';

const TEXT =
  'The the bench seats two people!! It is 120 cm wide ,and made of solid oak. ★ Buy now and save 10 %! THE WOOD WAS OILED TWICE BY HAND. Its seat is 45 cm high.';
const BENCH: Product = {
  id: '0193a0b0-0000-7000-8000-000000000001',
  genre: 'Custom',
  title: 'Garden bench, solid oak, 120 cm',
  brand: 'Oakline',
  description: '',
  specification: 'Material: Oak',
  feature: '',
  mainImage: '',
  link: '',
  createdAt: 0,
  updatedAt: 0,
};

const task = (inputs: GenerationTask['inputs'], product?: Product): GenerationTask => ({
  ...taskOf('rewrite', { text: TEXT, goal: 'fix', ...inputs }),
  ...(product && { product }),
});

/** The rules that a text breaks, with their severity. */
function rulesOf(text: string, given: GenerationTask): string[] {
  const context = contextOf({ task: given, application: applicationOf(given), secrets: [] });
  return review(text, context).all.map(({ rule, severity }) => `${severity} ${rule}`);
}

function refusalOf(inputs: GenerationTask['inputs']): { code?: string; detail?: string } {
  try {
    return { detail: JSON.stringify(composed(task(inputs))) };
  } catch (error) {
    return error as { code?: string; detail?: string };
  }
}

describe('a rewritten text', () => {
  it('may say what the text says, and nothing beyond it', () => {
    expect(rulesOf('A bench of solid oak for two, 120 cm wide, 45 cm high, to save 10 %.', task({}))).toEqual(
      [],
    );
    expect(rulesOf('A bench of solid oak, 140 cm wide, FSC.', task({ goal: 'shorten' }))).toEqual([
      'hard UNGROUNDED_NUMBER',
      'hard UNGROUNDED_CLAIM',
    ]);
  });

  it('gets a warning for what only the text says, where the product is known', () => {
    const said = rulesOf('A bench of oak, 120 cm wide and 45 cm high.', task({ goal: 'shorten' }, BENCH));
    expect(said).toEqual(['warning UNGROUNDED_NUMBER']);
  });

  it('gets a warning for a figure that is lost, unless it is made shorter', () => {
    const text = 'The bench seats two people and is made of solid oak, oiled twice by hand.';
    expect(rulesOf(text, task({}))).toEqual(Array(3).fill('warning FIGURE_LOST'));
    expect(rulesOf(text, task({ goal: 'shorten' }))).toEqual([]);
  });

  it('is shorter where that was the goal, and keeps to the limits and the rules of what it becomes', () => {
    expect(rulesOf(TEXT.replaceAll('!', '.'), task({ goal: 'shorten' }))).toContain('hard NOT_SHORTER');
    const title = task({ goal: 'shorten', for: 'product-title' });
    const long = 'Garden bench of solid oak for two people, 120 cm wide and 45 cm high, oiled';
    expect(rulesOf(`${long} twice`, title)).toContain('hard TEXT_TOO_LONG');
    expect(rulesOf('Bench bench oak bench, 120 cm', title)).toContain('hard REPEATED_WORD');
  });

  it('that has nothing to do with the text is refused', () => {
    expect(rulesOf('Quiet rivers carry yellow boats.', task({ goal: 'shorten' }))).toContain(
      'hard TOO_FEW_FACTS',
    );
  });
});

describe('the composer', () => {
  it('sets right repeated words, signs and capitals, and leaves out what may not be said', () => {
    expect(composed(task({}))).toBe(
      'The bench seats two people! It is 120 cm wide, and made of solid oak. The wood was oiled twice by hand. Its seat is 45 cm high.',
    );
  });

  it('makes a text shorter by whole sentences, and a title by its parts', () => {
    expect(composed(task({ goal: 'shorten' }))).toBe(
      'The bench seats two people! It is 120 cm wide, and made of solid oak. The wood was oiled twice by hand.',
    );
    const text =
      'Oakline garden bench with backrest, solid oak, two seats, 120 cm, weatherproof for balcony and patio';
    expect(composed(task({ text, goal: 'shorten', for: 'product-title' }))).toBe(
      'Oakline garden bench with backrest, solid oak, two seats, 120 cm',
    );
  });

  it.each<[GenerationTask['inputs'], string]>([
    [
      {
        goal: 'shorten',
        text: 'Halo Kettle of Brushed Steel, 500 ml, Matte Black, with Wooden Handle, for Tea',
      },
      'Halo Kettle of Brushed Steel, 500 ml, Matte Black',
    ],
    [
      { text: 'Halo Kettle of Brushed Steel, Best Seller, 500 ml, Matte Black' },
      'Halo Kettle of Brushed Steel, 500 ml, Matte Black',
    ],
    [
      { for: 'product-title', text: 'Halo Kettle of Brushed Steel, 500 ml, Matte Black.' },
      'Halo Kettle of Brushed Steel, 500 ml, Matte Black',
    ],
  ])('takes %j apart as a title, which ends with no stop', (inputs, expected) => {
    expect(composed(task(inputs))).toBe(expected);
  });

  it.each([
    ['bullet-points', 'Set of a steel pan, 2 lids, 3 spoons, a brush and a cloth'],
    ['product-description', 'Feature-packed, 3-story, Parisian-style'],
    ['bullet-points', 'Steel Pan with a Lid. 3 Spoons. Brush of beech.'],
  ])('keeps all of a list in %s: %s', (page, text) => {
    expect(composed(task({ text, for: page }))).toBe(text);
  });

  it('writes the brand letter by letter where it was in capitals', () => {
    const text =
      'It is slim and made of steel wire by hand. THE CA$$H CLIP HOLDS TEN CARDS AND FOLDED NOTES.';
    const rewritten = composed(task({ text }, { ...BENCH, brand: 'Ca$$h' }));
    expect(rewritten).toBe(
      'It is slim and made of steel wire by hand. The Ca$$h clip holds ten cards and folded notes.',
    );
  });

  it('sets the marks of French apart, and counts the blanks', () => {
    const text = 'La boîte est en bois; elle se range. Elle a un couvercle; il tient seul.';
    const french = taskOf('rewrite', { text, goal: 'fix' }, 'fr');
    expect(composed(french)).toBe(text.replaceAll(';', '\u00a0;'));
  });

  it('keeps paragraphs', () => {
    const text = 'A bench of oak.\n\nIt seats two two people.\nIt is oiled.';
    expect(composed(task({ text }))).toBe('A bench of oak.\n\nIt seats two people.\nIt is oiled.');
  });

  it.each([
    ['another tone', { goal: 'tone' }, /other words/],
    ['simpler words', { goal: 'simplify' }, /other words/],
    [
      'a text of which nothing may be said',
      { text: 'Buy now! Free shipping today only!' },
      /may not be said/,
    ],
    [
      'a list of which a part may not be said',
      { text: 'Set of a steel pan, the bestseller, a brush and a cloth', for: 'product-description' },
      /may not be said/,
    ],
    [
      'a title that is one long part',
      {
        text: 'Garden bench of solid oak wood for two people that stands in the rain all year without harm',
        goal: 'shorten',
        for: 'product-title',
      },
      /short enough|may not/,
    ],
  ])('refuses %s, and says why', (_name, inputs, detail) => {
    expect(refusalOf(inputs)).toMatchObject({
      code: 'UnsupportedByModel',
      detail: expect.stringMatching(detail) as string,
    });
  });
});

it.each([
  ['en', 'its color is black. it pours well. iPhone cases fit too.', 'Its color is black. It pours well. iPhone cases fit too.'],
  ['en', 'It holds approx. two liters, i.e. eight cups, etc. and is 8 in. wide. it pours.', 'It holds approx. two liters, i.e. eight cups, etc. and is 8 in. wide. It pours.'],
  ['de', 'die Farbe ist schwarz. sie gießt gut, z. B. Tee, bzw. ca. einen Liter am 2. tag.', 'Die Farbe ist schwarz. Sie gießt gut, z. B. Tee, bzw. ca. einen Liter am 2. tag.'],
  ['it', 'il colore è nero. versa bene e pesa 260 g. il manico resta freddo.', 'Il colore è nero. Versa bene e pesa 260 g. Il manico resta freddo.'],
  ['fr', 'la bouilloire est noire ,avec un manche. elle verse bien.', 'La bouilloire est noire, avec un manche. Elle verse bien.'],
  ['es', 'el color es negro. vierte bien ,sin gotear.', 'El color es negro. Vierte bien, sin gotear.'],
  ['zh', '杯口宽四厘米!!重量为260g.', '杯口宽四厘米！重量为260g。'],
  ['zh', '杯口宽四厘米！！可以放入冰块', '杯口宽四厘米！可以放入冰块'],
  ['zh', '杯口宽四厘米 ，可放冰块,usb供电 .', '杯口宽四厘米，可放冰块，usb供电。'],
  ['ja', '色は三色から選べます,とても軽いです！！', '色は三色から選べます、とても軽いです！'],
  // The point of a number ends no sentence.
  ['zh', '1.打开盖子\n2.倒入水', '1.打开盖子\n2.倒入水'],
  ['zh', '第1.章', '第1.章'],
  ['zh', '支持Wi-Fi 6.千兆网口', '支持Wi-Fi 6.千兆网口'],
  ['zh', '重量约2kg.好用', '重量约2kg。好用'],
  ['ja', '1.ふたを開けます。', '1.ふたを開けます。'],
  // Nor does that of an abbreviation, or one in brackets.
  ['en', 'it holds up to 5 kg. per level and is 30 in. deep.', 'It holds up to 5 kg. per level and is 30 in. deep.'],
  ['en', 'For kids 3 yrs. and up. Add 2 tsp. of salt.', 'For kids 3 yrs. and up. Add 2 tsp. of salt.'],
  ['en', 'It runs on 12 V. dc power.', 'It runs on 12 V. dc power.'],
  ['en', 'It covers 5 sq. ft. of floor.', 'It covers 5 sq. ft. of floor.'],
  ['de', 'Es sind 5 Stk. pro Packung.', 'Es sind 5 Stk. pro Packung.'],
  ['de', 'Das Kabel ist 3 m. lang.', 'Das Kabel ist 3 m. lang.'],
  ['de', 'Der Topf (ca. 2 kg schwer.) ist rund.', 'Der Topf (ca. 2 kg schwer.) ist rund.'],
  ['es', 'Hay 5 uds. por caja.', 'Hay 5 uds. por caja.'],
  ['es', 'EE. UU. es su origen.', 'EE. UU. es su origen.'],
  ['it', 'Conf. da 5 pz. per pacco.', 'Conf. da 5 pz. per pacco.'],
  ['fr', 'Réf. A5, larg. env. 30 cm.', 'Réf. A5, larg. env. 30 cm.'],
])('in %s, “%s” is set right', (language, text, expected) => {
  expect(composed(taskOf('rewrite', { text, goal: 'fix' }, language))).toBe(expected);
}); // prettier-ignore
