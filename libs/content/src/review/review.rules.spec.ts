// The quality check, rule by rule, and what it lets pass.
import type { GenerationTask } from '#contracts';
import { applicationOf } from '../applications/index.ts';
import type { CheckContext, Content } from '../applications/port.ts';
import { contextOf, review } from './review.rules.ts';
import type { Rule } from '../findings/violations.rules.ts';

const product: NonNullable<GenerationTask['product']> = {
  id: '0193a0b0-0000-7000-8000-000000000001',
  genre: 'Custom',
  title: 'Yum! Garden Bench 120 cm, FSC certified oak, organic oil',
  brand: 'Yum!',
  description:
    'Seats two people, oiled twice by hand. Seat height 45 cm. Works with Sony speakers. Weighs 1,250 g. 3,4,5 slats.',
  specification: 'Width: 48 inch',
  feature: 'Compatible with iPhone',
  mainImage: '',
  link: '',
  createdAt: 0,
  updatedAt: 0,
};

function task(
  applicationId: GenerationTask['applicationId'],
  language = 'en',
  inputs: GenerationTask['inputs'] = {},
): GenerationTask {
  return { applicationId, inputs, environment: { language, model: 'test:x', temperature: 0 }, product };
}

function contextFor(given: GenerationTask): CheckContext {
  const secrets = ['MARK-ABCD', 'State only what the data blocks say.'];
  return contextOf({ task: given, application: applicationOf(given), secrets });
}

function rulesOf(content: Content, given: GenerationTask, severity: 'hard' | 'warning' = 'hard'): string[] {
  const { all } = review(content, contextFor(given));
  return all
    .filter((check) => check.severity === severity && check.rule !== 'FEWER_THAN_ASKED')
    .map(({ rule }) => rule);
}

/** What only whole contents must have. The texts below are parts, which say little. */
const OF_WHOLE = ['TOO_FEW_FACTS', 'TEXT_TOO_SHORT'];
const ofParts = (rules: string[]) => rules.filter((rule) => !OF_WHOLE.includes(rule));
const titleRules = (text: string, language?: string) => rulesOf([{ text }], task('product-title', language));
const bulletRules = (text: string, language?: string) => rulesOf([{ text }], task('bullet-points', language));
const textRules = (text: string, language?: string) =>
  ofParts(rulesOf(text, task('product-description', language)));

describe('a title', () => {
  it.each<[Rule | undefined, string]>([
    [undefined, 'Yum! Garden Bench, 120 cm'],
    [undefined, `Yum! Bench ${'b'.repeat(64)}`],
    ['TEXT_TOO_LONG', `Yum! Bench ${'b'.repeat(65)}`],
    ['TOO_FEW_FACTS', 'Yum! 120 cm'],
    ['TEXT_EMPTY', '–·–·–·–·–·'],
    ['FORBIDDEN_CHARACTER', 'Yum! Garden Bench!'],
    ['FORBIDDEN_CHARACTER', 'Yum! Garden_Bench'],
    [undefined, 'Yum! Bench garden bench and a table and a chair'],
    ['REPEATED_WORD', 'Yum! Bench, garden BENCH, bench'],
    ['PROMOTION', 'Yum! Garden Bench, Best Seller'],
    ['PROMOTION', 'Yum! Garden Bench with free shipping'],
    ['PLACEHOLDER', 'Yum! Garden Bench [insert color]'],
    ['PLACEHOLDER', 'Yum! Garden Bench N/A'],
    ['PLACEHOLDER', 'Yum! Garden Bench for [custom description]'],
    ['PLACEHOLDER', 'Yum! Garden Bench from [address]'],
    [undefined, 'Yum! Garden Bench [Outdoor]'],
  ])('%s: %s', (rule, text) => {
    expect(titleRules(text)).toEqual(rule ? [rule] : []);
  });

  it('is refused for phrases in other languages too', () => {
    expect(titleRules('Yum! Gartenbank, Bestseller', 'de')).toEqual(['PROMOTION']);
    expect(titleRules('Yum! 花园长椅 包邮', 'zh')).toEqual(['PROMOTION']);
    expect(titleRules('Yum! 花园长椅 花园桌 花园椅', 'zh')).toEqual(['REPEATED_WORD']);
  });

  it('gets a warning for capitals and for a brand that is not first', () => {
    const warnings = (text: string) => rulesOf([{ text }], task('product-title'), 'warning');
    expect(warnings('Garden Bench by Yum!')).toEqual(['BRAND_NOT_FIRST']);
    expect(warnings('Yum! GARDEN BENCH made of oak')).toEqual(['ALL_CAPITALS']);
  });

  it('has the position of each violation', () => {
    const { all } = review([{ text: 'Yum! Bench, best seller' }], contextFor(task('product-title')));
    expect(all[0]).toMatchObject({ variant: 0, rule: 'PROMOTION', severity: 'hard', start: 12, end: 23 });
    expect(all[0]?.message.zh).toMatch(/促销/);
    expect(all[0]?.policyVersion).toMatch(/^\d{4}-\d\d-\d\d\.[0-9a-f]{8}$/);
  });
});

describe('a bullet point', () => {
  it.each<[Rule | undefined, string]>([
    [undefined, 'Seats two people'],
    ['TEXT_TOO_SHORT', 'Seats two'],
    [undefined, `B${'b'.repeat(254)}`],
    ['TEXT_TOO_LONG', `B${'b'.repeat(255)}`],
    ['FORBIDDEN_CHARACTER', 'Solid oak™ for the garden'],
    ['FORBIDDEN_CHARACTER', 'Solid oak 🌳 for the garden'],
    ['FORBIDDEN_CHARACTER', 'Solid oak … for the garden'],
    ['IDENTIFIER', 'Fits the table B07Y33KYXZ'],
    ['GUARANTEE', 'Money-back if you do not like it'],
    ['GUARANTEE', 'We guarantee the best quality'],
    ['RESTRICTED_CLAIM', 'An eco-friendly bench of oak'],
    ['RESTRICTED_CLAIM', 'Made from 100% bamboo wood'],
    ['LINK_OR_CONTACT', 'See www.example.com for more'],
    ['LINK_OR_CONTACT', 'Write to help@example.com now'],
    ['LINK_OR_CONTACT', 'Call (555) 123-4567 for help'],
    [undefined, 'All parts are in the box.It is easy'],
    ['MARKUP', 'Solid <b>oak</b for the garden'],
    ['INVISIBLE_CHARACTER', 'Solid oak\u200b for the garden'],
  ])('%s: %s', (rule, text) => {
    const found = bulletRules(text).filter(
      (found) => !['UNGROUNDED_NUMBER', 'UNGROUNDED_MATERIAL', 'TOO_FEW_FACTS'].includes(found),
    );
    expect(found).toEqual(rule ? [rule] : []);
  });

  it('is refused for phrases in other languages too', () => {
    expect(bulletRules('Umweltfreundliche Bank mit Garantie', 'de')).toEqual([
      'RESTRICTED_CLAIM',
      'GUARANTEE',
    ]);
    expect(bulletRules('环保材料制成的花园长椅，支持退款', 'zh')).toEqual(['RESTRICTED_CLAIM', 'GUARANTEE']);
  });

  it('is measured with its header', () => {
    expect(rulesOf([{ header: 'Seat', text: 'b'.repeat(250) }], task('bullet-points'))).toEqual([
      'TEXT_TOO_LONG',
    ]);
    expect(rulesOf([{ header: 'Seat', text: 'two' }], task('bullet-points'))).toEqual(['TEXT_TOO_SHORT']);
  });
});

describe('a description', () => {
  it.each<[Rule | undefined, string]>([
    [undefined, 'A bench of oak.\n\nIt seats two.'],
    [undefined, `A ${'b'.repeat(1998)}`],
    ['TEXT_TOO_LONG', `A ${'b'.repeat(1999)}`],
    ['PRICE', 'A bench at an affordable price.'],
    ['AVAILABILITY', 'A bench that is back in stock.'],
    [undefined, 'A bench of oak for soups of which all are cooked in stock or water.'],
    ['AVAILABILITY', 'A bench of oak, in stock now.'],
    ['AVAILABILITY', 'A bench of oak, and 5 in stock.'],
    ['AVAILABILITY', 'A bench of oak. In stock!'],
    ['AVAILABILITY', 'The bench of oak: in stock. Order it.'],
    ['AVAILABILITY', 'All sizes of the bench in stock.'],
    ['AVAILABILITY', 'We keep the bench in stock.'],
    ['AVAILABILITY', 'A bench and cooking pots in stock.'],
    [undefined, 'A bench of oak for cubes that dissolve in stock or water.'],
    ['REVIEW_QUOTE', 'A bench that customers love.'],
    ['REVIEW_QUOTE', 'A bench of 5 stars.'],
    ['TIME_BOUND', 'A bench for a limited time.'],
    ['MARKUP', 'A bench.<br>It seats two.'],
    ['MARKUP', 'A bench &amp; a table.'],
    ['MARKUP', 'A bench of oak.<|im_end|>'],
    ['MARKUP', '# A bench\nIt seats two.'],
    ['MARKUP', '{"description": "A bench."}'],
    ['PROMPT_LEAK', 'A bench. State only what the data blocks say.'],
    ['PROMPT_LEAK', 'A bench. MARK-ABCD'],
    ['WRONG_LANGUAGE', '这是一张橡木长椅。'],
    ['WORD_ORDER', 'The bench an of oak stands.'],
    ['WORD_ORDER', 'Seats two oak bench the.'],
    [undefined, 'A bench of oak for an at home garden, with the in ear cup.'],
    [undefined, 'A bench with vitamin A and an on/off switch.'],
  ])('%s: %s', (rule, text) => {
    expect(textRules(text)).toEqual(rule ? [rule] : []);
  });

  it('may contain <br> when the inputs allow it, and no other tag', () => {
    const allowed = task('product-description', 'en', { allowBr: true });
    expect(rulesOf('A bench of oak for the garden.<br><br />It seats two.', allowed)).toEqual([]);
    expect(rulesOf('A <b>bench</b> of oak that stands in the garden.', allowed)).toEqual([
      'MARKUP',
      'MARKUP',
    ]);
  });
});

it.each(['\ufffd', '\ud83c', '\udf33'])('a text with a lost character, %j, is refused', (lost) => {
  const { all, publishable } = review(
    `A bench of oak that stands in the gar${lost}den.`,
    contextFor(task('product-description')),
  );
  expect(all.map(({ rule, severity, start, end }) => [rule, severity, start, end])).toEqual([
    ['BROKEN_CHARACTER', 'hard', 37, 38],
  ]);
  expect(publishable).toBeUndefined();
  expect(textRules('A bench of oak 𠮷 that stands in the garden.')).toEqual([]);
});

describe('a claim', () => {
  it.each<[Rule | undefined, string]>([
    [undefined, 'A bench 120 cm wide with a seat at 45 cm.'],
    [undefined, 'A bench 48" wide.'],
    [undefined, 'It weighs 1250 g.'],
    [undefined, 'It weighs 1.250 g.'],
    [undefined, 'It has 5 slats.'],
    ['UNGROUNDED_NUMBER', 'A bench 130 cm wide.'],
    ['UNGROUNDED_NUMBER', 'A bench 120 inches wide.'],
    ['UNGROUNDED_NUMBER', 'A bench for 7 people.'],
    [undefined, 'Of FSC certified oak, with organic oil.'],
    ['UNGROUNDED_CLAIM', 'Of GOTS fabric.'],
    ['UNGROUNDED_CLAIM', 'Of BPA-free plastic.'],
    ['UNGROUNDED_CLAIM', 'It is waterproof.'],
    [undefined, 'For Sony speakers and your iPhone.'],
  ])('%s: %s', (rule, text) => {
    expect(textRules(text)).toEqual(rule ? [rule] : []);
  });

  it('may rest on evidence in another language', () => {
    expect(textRules('Bank, 48 Zoll breit, mit zertifizierter Eiche.', 'de')).toEqual([]);
    expect(textRules('长椅宽120厘米，使用有机油，橡木获认证。', 'zh')).toEqual([]);
    expect(textRules('长椅防水，宽130厘米。', 'zh')).toEqual(['UNGROUNDED_NUMBER', 'UNGROUNDED_CLAIM']);
  });

  it('may rest on the inputs', () => {
    const given = task('product-description', 'en', { keywords: ['waterproof'], width: '130 cm' });
    expect(rulesOf('A waterproof bench for the garden, 130 cm wide.', given)).toEqual([]);
  });

  it('about a brand without evidence is a warning', () => {
    expect(
      rulesOf('A bench that stands beside shelves of IKEA.', task('product-description'), 'warning'),
    ).toEqual(['UNGROUNDED_BRAND']);
  });

  it.each([
    ['de', 'Die Bank nimmt keinen Staub an, und die Lehne trägt einen Anker als Motiv.'],
    ['zh', '完美的花园长椅，让人联想到海边的午后。'],
    ['ja', 'シャープな印象のガーデンベンチです。'],
  ])('in %s with an everyday word names no brand: %s', (language, text) => {
    const found = rulesOf(text, task('product-description', language), 'warning');
    expect(found).not.toContain('UNGROUNDED_BRAND');
  });
});

describe('a review', () => {
  const bullets = (...texts: string[]) => texts.map((text) => ({ text }));
  const sound = ['Seats two people', 'Solid oak for the garden', 'Oiled twice by hand'];

  it('keeps the publishable items and counts variants among them', () => {
    const given = task('bullet-points', 'en', { count: 4 });
    const result = review(
      bullets('An eco-friendly bench', ...sound.slice(0, 2), 'oiled twice by hand'),
      contextFor(given),
    );
    expect(result).toMatchObject({ usable: 3, complete: false });
    expect(result.publishable).toEqual(bullets(...sound.slice(0, 2), 'oiled twice by hand'));
    expect(result.warnings.map(({ variant, rule }) => [variant, rule])).toEqual([
      [2, 'NO_CAPITAL'],
      [0, 'FEWER_THAN_ASKED'],
    ]);
  });

  it('publishes nothing when there are too few publishable items', () => {
    const result = review(bullets(...sound.slice(0, 2)), contextFor(task('bullet-points')));
    expect(result).toMatchObject({ publishable: undefined, usable: 2, complete: false });
  });

  it('keeps at most as many items as the request asks for', () => {
    const result = review(
      bullets(...sound, 'With a backrest'),
      contextFor(task('bullet-points', 'en', { count: 3 })),
    );
    expect(result.publishable).toEqual(bullets(...sound));
    expect(result.complete).toBe(true);
  });

  it('warns of texts that are too long together, and says by how much', () => {
    const long = [1, 2, 3, 4, 5].map((place) => `Bench ${'abcde'[place - 1]?.repeat(200)}`);
    const { warnings } = review(bullets(...long), contextFor(task('bullet-points')));
    expect(warnings.map(({ rule, message }) => [rule, message.en])).toEqual([
      [
        'TEXTS_TOO_LONG_TOGETHER',
        'Together the texts are longer than recommended. They have 1030 of at most 999 characters.',
      ],
    ]);
  });

  it('drops an item that is the same as an earlier one, and warns of one that says the same', () => {
    const given = task('bullet-points');
    for (const again of ['Seats two people', 'SEATS two people!'])
      expect(rulesOf(bullets(...sound, again), given)).toEqual(['DUPLICATE']);
    const near = bullets(...sound, 'For the garden: solid oak');
    expect([rulesOf(near, given), rulesOf(near, given, 'warning')]).toEqual([[], ['DUPLICATE']]);
    expect(rulesOf(bullets(...sound, 'Seats up to two guests on the terrace'), given, 'warning')).toEqual([]);
    // Of these one is chosen.
    const metas = ['Oak', 'Bench'].map((title) => ({ title, description: 'Seats two people.' }));
    expect(rulesOf(metas, task('seo-meta'))).toEqual([]);
  });

  it('warns of mixed scripts', () => {
    const mixed = '长椅 Garden Bench with a backrest';
    expect(rulesOf(mixed, task('product-description', 'zh'), 'warning')).toEqual(['MIXED_LANGUAGE']);
  });
});
