// Descriptions of the offline composer as a whole: parts that are publishable one by one may not be so together.
import type { GenerationTask } from '#contracts';
import { composed, productTask, taskOf } from '../../test/compositions.ts';

const textOf = (content: unknown): string => (typeof content === 'string' ? content : '');
const descriptionOf = (inputs: GenerationTask['inputs']) => composed(taskOf('product-description', inputs));

it.each([
  [
    'heaps up one word',
    ['belt for men', 'golf belt', 'work belt', 'belt and buckle', 'wide belt', 'thin belt', 'brown belt'],
    'Belt for men. Golf belt. Work belt. Belt and buckle.',
  ],
  [
    'has a passage again',
    ['Of brass, it closes with one hand, so that you need not look.', 'With five holes, it closes with one hand, so that you need not stop.'],
    'Of brass, it closes with one hand, so that you need not look.',
  ],
])('descriptions leave out a sentence that %s', (_name, features, expected) => {
  expect(descriptionOf({ title: 'Belt', features })).toBe(`Belt.\n\n${expected}`);
}); // prettier-ignore

it('descriptions are not written where there is too little to say', () => {
  expect(descriptionOf({ title: 'Oak bench', notes: 'Seats two.' })).toBeUndefined();
  expect(descriptionOf({ title: 'Oak bench', notes: 'It seats two people.' })).toBe(
    'Oak bench. It seats two people.',
  );
});

it('a brand stands in a description letter by letter, whatever its signs mean in a pattern', () => {
  const clip = { title: 'Slim Money Clip', brand: 'Ca$$h', features: ['Holds ten cards and folded notes.'] };
  expect(composed(productTask('product-description', clip))).toMatch(/^Slim Money Clip from Ca\$\$h\./);
});

it('descriptions tell details that the prose has not told', () => {
  const facts = { title: 'Oak bench', brand: 'Oakline', notes: 'The bench weighs 18 kg and is made of oak.' };
  expect(descriptionOf({ ...facts, material: 'Oak', color: 'Blue', weight: '18 kg', width: '120 cm' })).toBe(
    'Oak bench from Oakline. The bench weighs 18 kg and is made of oak.\n\nThe color is blue. Width: 120 cm.',
  );
});

it('descriptions with <br> between their paragraphs are no longer than asked for', () => {
  const lengths = Array.from({ length: 40 }, (_none, place) => {
    const text = descriptionOf({
      title: 'Oak bench',
      length: 'short',
      allowBr: true,
      notes:
        'The bench is plain and seats two people side by side at any table. Its back leans a little to the rear over round feet.',
      features: ['A shelf below holds shoes, boots and whatever else has to stand dry at the end of a day.'],
      material: 'Oak',
      armrest: `Wide and ${'x'.repeat(100 + place)}`,
      backrest: 'High',
    });
    return typeof text === 'string' ? Array.from(text).length : 0;
  });
  expect(Math.max(...lengths)).toBeGreaterThan(380);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(400);
});

it('a description names the product in a word of its title where its sentences do not, and keeps the heading of a list', () => {
  const facts = {
    title: 'Eisenkraut Bratpfanne 28 cm Gusseisen Induktion',
    brand: 'Eisenkraut',
    features: ['FÜR ALLE HERDARTEN: Induktion, Gas, Elektro, Backofen', 'LEICHT: Der Griff wiegt 90 g.'],
  };
  expect(composed(taskOf('product-description', facts, 'de'))).toBe(
    'Bratpfanne von Eisenkraut.\n\nFür alle Herdarten: Induktion, Gas, Elektro, Backofen. Der Griff wiegt 90 g.',
  );
});

it('of highlights, Japanese sentences lose their polite ends, and German ones their verb', () => {
  const bullets = [
    '座面の直径は32cmです',
    '洗濯機で洗えます（ネット使用）',
    '表面は油で仕上げています',
    '袋が付属します',
  ];
  const japanese = { title: '木のくらし スツール', brand: '木のくらし', features: bullets };
  expect(composed(taskOf('item-highlights', { ...japanese, variants: 1 }, 'ja'))).toEqual([
    { text: '座面の直径は32cm、袋が付属、スツール、洗濯機で洗える（ネット使用）' },
  ]);
  const german = {
    title: 'Auralis Kopfhörer',
    brand: 'Auralis',
    features: ['Die Impedanz beträgt 63 Ohm', 'Bügel aus Stahl'],
  };
  expect(composed(taskOf('item-highlights', { ...german, variants: 1 }, 'de'))).toEqual([
    { text: 'Impedanz 63 Ohm, Bügel aus Stahl, Kopfhörer' },
  ]);
});

it('of bullet points, one about a part of the product is not headed by its material', () => {
  const features = ['Tube aus recyceltem Aluminium', '55 % Leinen, 45 % Baumwolle'];
  expect(composed(taskOf('bullet-points', { title: 'Seeholz Beutel', features }, 'de'))).toEqual([
    { text: 'Tube aus recyceltem Aluminium.' },
    { header: 'Material', text: '55 % Leinen, 45 % Baumwolle.' },
  ]);
});

it('a name is as long as the name of its category', () => {
  const mat = { title: 'Breathwell Yoga Mat Non Slip Rubber', brand: 'Breathwell', tags: ['Yoga Mats'] };
  const holder = {
    title: 'Roadlark Car Phone Holder Magnetic Vent Mount',
    brand: 'Roadlark',
    tags: ['Phone Holders'],
  };
  const features = ['Comes with a cotton strap', 'Turns by a ball joint'];
  expect(composed(productTask('product-description', { ...mat, features }))).toMatch(
    /^Yoga Mat from Breathwell\.\n/,
  );
  expect(composed(productTask('product-description', { ...holder, features }))).toMatch(
    /^Car Phone Holder from Roadlark\.\n/,
  );
});

it('a measure is told once, in whatever unit, and none that the title has for sizes and packs', () => {
  const description = 'A pour-over kettle that holds 1 litre. The thin spout lets you pour slowly.';
  const specification = 'Capacity: 1 liters\nSize: Medium\nItem weight: 620 grams';
  const product = { title: 'Oakline Kettle, Medium', description, specification };
  expect(composed(productTask('product-description', product))).toBe(`${description}\n\nWeighs 620 g.`);
});

it('in Chinese the name is the topic of the first sentence', () => {
  const description = '椅身采用橡木制作，榫卯连接。靠背略微后倾，适合长时间用餐。';
  const product = { title: '木间 实木餐椅', brand: '木间', description, tags: ['家具', '餐椅'] };
  expect(composed(productTask('product-description', product, { language: 'zh', marketplace: 'CN' }))).toBe(
    `木间实木餐椅，${description}`,
  );
});

it('what web search shows of a page is half as long in full-width characters', () => {
  const features = Array.from('一二三四五六', (one) => `第${one}层木板可以放书、花瓶和其他各种日常物品`);
  const product = { title: '木间 书架', brand: '木间', features };
  const [meta] = composed(productTask('seo-meta', product, { language: 'zh', marketplace: 'CN' })) as {
    description: string;
  }[];
  expect(meta?.description.length).toBeLessThanOrEqual(77);
});

describe('details', () => {
  const endOf = (specification: string, place: Parameters<typeof productTask>[2]): string => {
    const product = { title: 'Oakline Q2', brand: 'Oakline', specification };
    return (
      textOf(composed(productTask('product-description', product, place)))
        .split('\n\n')
        .at(-1) ?? ''
    );
  };
  const french = { language: 'fr', marketplace: 'FR' };

  it('begin with a capital behind a full stop, and a figure in a name is no share', () => {
    expect(endOf('Material: 80 % coton, 20 % lin\nColor: Bleu', french)).toBe(
      'Matière : 80 % coton, 20 % lin. Couleur : bleu.',
    );
    expect(endOf('Material: Aluminum, S2 steel\nColor: Red', undefined)).toBe(
      'Made of aluminum and S2 steel, in red.',
    );
  });

  it('have the labels of their language, and none in English', () => {
    const specification =
      'Bluetooth version: 5.3\nPower source: Pile\nSeat type: Dur\nAssise: Dure\nDos: Droit';
    expect(endOf(specification, french)).toBe('Assise : dure. Dos : droit.');
  });

  it('have a decimal comma in measures, and not in versions', () => {
    expect(endOf('Poids: 2.5 kg\nLogiciel: Android 8.1 ou plus', french)).toBe(
      'Le poids est de 2,5 kg. Logiciel : Android 8.1 ou plus.',
    );
  });

  it('have short units in British spelling too, and lists without a comma before “and”', () => {
    const specification =
      'Item dimensions: Length 4 centimeters; Width 2 centimeters\nColor: Red, Blue, Green';
    expect(endOf(specification, { language: 'en-GB', marketplace: 'UK' })).toBe(
      'The colour is red, blue and green. Measures 4 x 2 cm.',
    );
  });
});

it('names in French lose a vowel before another one', () => {
  const product = {
    title: 'Carnet de notes',
    brand: 'Atelier Mirabelle',
    features: ['Couverture en lin', 'S’ouvre à plat'],
  };
  const place = { language: 'fr', marketplace: 'FR' };
  expect(composed(productTask('product-description', product, place))).toMatch(
    /^Carnet de notes d’Atelier Mirabelle\./,
  );
});

it('what details or a size tell is no piece behind the name', () => {
  const product = {
    title: 'Halvorsund Damen Softshelljacke mit Kapuze, wasserabweisend, Dunkelblau, EU 40',
    brand: 'Halvorsund',
    features: ['Kapuze mit Reißverschluss', 'Zwei Seitentaschen'],
    specification: 'Color: Dunkelblau',
  };
  expect(
    composed(productTask('product-description', product, { language: 'de', marketplace: 'DE' })),
  ).toMatch(/^Damen Softshelljacke mit Kapuze von Halvorsund, wasserabweisend\.\n/);
});

it.each([
  [
    'fr',
    'FR',
    "Huile d'argan pure 50 ml cheveux visage corps ongles",
    'Huiles',
    'Huile d’argan pure d’Oasis.',
  ],
  [
    'en',
    'UK',
    'Folding Camping Table Portable Roll Up Top',
    'Camping Tables',
    'Folding Camping Table from Oasis.',
  ],
  [
    'en',
    'US',
    'Boys School Shoes Black Leather Hook and Loop Strap',
    'Shoes',
    'Boys School Shoes from Oasis.',
  ],
])('the name of “%s” %s “%s” among %s is short: %s', (language, marketplace, title, category, expected) => {
  const product = {
    title,
    brand: 'Oasis',
    tags: ['x', category],
    features: ['Flacon de verre', 'Bouchon de bois'],
  };
  const text = textOf(composed(productTask('product-description', product, { language, marketplace })));
  expect(text.replaceAll("'", '’').split('\n')[0]).toBe(expected);
});

it.each([
  ['de', 'DE', 'Malbuch für Kinder ab 4 Jahren', 'Malbücher', 'Malbuch für Kinder von Oasis'],
  ['it', 'IT', 'Set 12 pennarelli acquerello doppia punta', 'Pennarelli', 'Set 12 pennarelli di Oasis'],
  ['en', 'US', 'Hair Tinsel Kit', 'Hair Extensions', 'Hair Tinsel Kit from Oasis'],
  ['es', 'ES', 'Pastillas de freno compatibles con SEAT Ibiza', 'Frenos', 'Pastillas de freno de Oasis'],
  ['zh', 'CN', '猫砂盆全封闭式超大号防外溅猫厕所', '猫砂盆', '这是Oasis猫砂盆'],
])('in %s at %s “%s” among %s is called %s', (language, marketplace, title, category, expected) => {
  const features = language === 'zh' ? ['抽屉式底盘，方便', '配一把铲子'] : ['4.5 kg', '80 cm + 20 cm'];
  const product = { title, brand: 'Oasis', tags: ['x', category], features };
  const text = textOf(composed(productTask('product-description', product, { language, marketplace })));
  expect(text).toContain(expected);
});

it('what a sentence has said already is not said again, and a call in front of one is a heading', () => {
  const product = {
    title: 'Filtro',
    description: 'Cesto di raccolta da 35L. Portata regolabile.SPUGNA SOSTITUIBILE.',
    features: ['Cesto 35L', 'Attenzione!! Non usare a secco', 'ALTEZZA: 30CM, LARGHEZZA: 14CM'],
  };
  expect(composed(productTask('product-description', product, { language: 'it', marketplace: 'IT' }))).toBe(
    'Filtro. Cesto di raccolta da 35 L. Portata regolabile. Spugna sostituibile.\n\nAttenzione: Non usare a secco. Altezza: 30 cm, Larghezza: 14 cm.',
  );
});

it('a measure without a figure is told under its label', () => {
  const product = {
    title: 'Lenzuola Q2',
    specification: 'Misure: Matrimoniale\nChiusura: Bottoni\nColore: Blu',
  };
  expect(
    composed(productTask('product-description', product, { language: 'it', marketplace: 'IT' })),
  ).toContain('Misure: matrimoniale.');
});

it('a name is not cut before the figure that belongs to it, and ends before a word that leads to one', () => {
  const tabs = { title: 'Pastillas todo en 1', brand: 'Relumbra', features: ['80 pastillas de limón'] };
  expect(composed(productTask('product-description', tabs, { language: 'es', marketplace: 'ES' }))).toContain(
    'todo en 1',
  );
  const chair = {
    title: 'CAMPINGSTUHL FALTBAR STABIL BIS 150KG',
    brand: 'Outzik',
    features: ['Sitzhöhe 46 cm'],
  };
  expect(
    composed(productTask('product-description', chair, { language: 'de', marketplace: 'DE' })),
  ).toContain('Stabil von Outzik');
});

it.each(['15098 6-Piece Power Bit Set', '3962T 3.5-Amp Band Saw'])(
  'the number of “%s” alone is no name',
  (name) => {
    const product = {
      title: `Kestrel American ${name}`,
      brand: 'Kestrel American',
      features: ['The tips are hardened and tempered'],
    };
    const text = textOf(composed(productTask('product-description', product)));
    expect(text.split('.')[0]).toBe(`${name} from Kestrel American`.split('.')[0]);
    expect(text).toContain(`${name} from Kestrel American.`);
  },
);
