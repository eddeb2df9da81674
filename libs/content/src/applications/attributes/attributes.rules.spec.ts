// Attributes: each value stands in the words that are quoted, what a specification has is kept, and what the composer finds.
import type { GenerationTask, Product } from '#contracts';
import { contextOf, review } from '../../review/review.rules.ts';
import { composed, taskOf } from '../../../test/compositions.ts';
import { textOf } from '../output-schema.rules.ts';
import type { Item } from '../port.ts';
import { attributes } from './attributes.rules.ts';

const BENCH: Product = {
  id: '0193a0b0-0000-7000-8000-000000000001',
  genre: 'Retailer',
  asin: 'B000000001',
  marketplace: 'US',
  title: 'Oakline Garden Bench, Solid Oak, Brown, 120 x 60 cm',
  brand: 'Oakline',
  description: 'A bench for two people. The frame is made of steel. Made in Portugal.',
  specification: 'Color: Natural',
  feature: '',
  features: [
    'Seats two people in the garden',
    '46 cm high',
    'Weighs 18 kg',
    'The round seat is 45 cm high, for all',
  ],
  mainImage: '',
  link: '',
  createdAt: 0,
  updatedAt: 0,
};
const task = (inputs: GenerationTask['inputs'] = {}, product: Partial<Product> = {}, language = 'en') => ({
  ...taskOf('attributes', inputs, language),
  product: { ...BENCH, ...product } as Product,
});
const item = (name: string, value: string, field: string, quote: string): Item => ({
  name,
  value,
  field,
  quote,
});

function rulesOf(...items: Item[]): string[] {
  const { all } = review(items, contextOf({ task: task(), application: attributes, secrets: [] }));
  return all.map(({ rule, variant }) => `${variant} ${rule}`);
}

describe('an attribute', () => {
  it('rests on words that stand in the field', () => {
    expect(
      rulesOf(
        item('Material', 'Oak', 'product.title', 'Solid Oak'),
        item('Seat height', '45 cm', 'product.features', 'seat is 45 cm high'),
        item('Seat shape', 'Round', 'product.features', 'The round seat'),
        item('Width', '47.2 in', 'product.title', '120 x 60 cm'),
      ),
    ).toEqual([]);
  });

  it.each([
    ['no field', item('Material', 'Oak', 'product.smell', 'Solid Oak')],
    ['words that stand elsewhere', item('Material', 'Oak', 'product.description', 'Solid Oak')],
    [
      'a field that is no text of the product',
      item('Color', 'Natural', 'product.specification', 'Color: Natural'),
    ],
    ['another figure', item('Width', '140 cm', 'product.title', '120 x 60 cm')],
    ['another material', item('Material', 'Teak', 'product.title', 'Solid Oak')],
    ['another word', item('Seat shape', 'Square', 'product.features', 'The round seat')],
  ])('with %s is refused', (_name, one) => {
    expect(rulesOf(one)).toContain('0 UNQUOTED');
  });
});

it('is added to a specification, which keeps what it has', () => {
  const specification = 'Color: Natural\n\nSeat Height: 45 cm';
  const patch = (...texts: string[]) => attributes.target?.patch(texts, { genre: 'Custom', specification });
  expect(patch('Material: Oak', 'color: Brown', 'Weight: 18\nkg', 'material: Steel')).toEqual({
    specification: 'Color: Natural\nSeat Height: 45 cm\nMaterial: Oak\nWeight: 18 kg',
  });
  expect(patch('Color: Brown')).toEqual({});
});

describe('the composer', () => {
  it('finds what the vocabulary knows, leaves out parts, and what the specification has', () => {
    expect(composed(task())).toEqual([
      item('Material', 'Oak', 'product.title', 'Oak'),
      item('Dimensions', '120 x 60 cm', 'product.title', '120 x 60 cm'),
      item('Height', '46 cm', 'product.features', '46 cm high'),
      item('Weight', '18 kg', 'product.features', 'Weighs 18 kg'),
      item('Origin', 'Portugal', 'product.description', 'Portugal'),
    ]);
  });

  it('finds what is asked for', () => {
    expect(composed(task({ names: ['weight'] }))).toEqual([
      item('Weight', '18 kg', 'product.features', 'Weighs 18 kg'),
    ]);
  });

  it.each([
    ['de', 'Gartenbank aus Eiche, braun, 120 x 60 cm', ['18 kg schwer', '46 cm hoch']],
    ['fr', 'Banc de jardin en chêne, brun, 120 x 60 cm', ['Poids 18 kg', '46 cm de haut']],
    ['es', 'Banco de jardín de roble, marrón, 120 x 60 cm', ['Pesa 18 kg', '46 cm de alto']],
    ['it', 'Panca da giardino in rovere, marrone, 120 x 60 cm', ['Pesa 18 kg', '46 cm di altezza']],
    ['zh', '橡木花园长椅 棕色 120×60厘米', ['重18公斤', '高46厘米']],
    ['ja', 'オーク材のガーデンベンチ ブラウン 120×60cm', ['重量18kg', '高さ46cm']],
  ])('finds them in %s', (language, title, features) => {
    const found = composed(
      task({}, { title, features, description: '', specification: '' }, language),
    ) as Item[];
    expect(found).toHaveLength(5);
    expect(found.map(({ value }) => value)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('120'),
        expect.stringContaining('18'),
        expect.stringContaining('46'),
      ]),
    );
  });
});

describe('the materials, colours and sizes that the composer finds', () => {
  const found = (language: string, title: string, brand: string, features: string[]): string[] => {
    const facts = { title, brand, features, description: '', specification: '' };
    return (composed(task({}, facts, language)) as Item[]).map(({ name, value }) => `${textOf(name)}: ${textOf(value)}`);
  };

  it.each([
    // A brand, what it works on, what goes into it, and a part are none.
    ['de', 'Seeholz Handcreme mit Olivenöl', 'Seeholz', [], []],
    ['de', 'Akkuschrauber 18 V', 'Bosvik', ['Zum Bohren und Schrauben in Holz, Metall'], ['Spannung: 18 V']],
    ['en', 'Vegan Belt, Non-Leather Cork', 'Oakline', [], ['Material: Cork']],
    ['en', 'Coffee Maker with Glass Milk Container', 'Oakline', [], []],
    ['en', '3 Ring Binder, Holds 8.5 x 11 Paper', 'Oakline', [], []],
    ['en', 'Metal Cutting Bandsaw', 'Oakline', [], []],
    ['en', 'Crystal Clear Drinking Straws', 'Oakline', [], []],
    ['en', 'Marble Tray with Metal Handle', 'Oakline', [], ['Material: Marble']],
    ['en', '64GB SD Card Reader', 'Oakline', [], []],
    ['en', 'Water Bottle', 'Oakline', ['The straw is made of silicone', 'The bottle is made of glass'], ['Material: glass']],
    ['en', 'Note Book', 'Oakline', ['80 sheets of paper'], []],
    ['en', 'Faux Leather Pillow, Leather', 'Oakline', [], ['Material: Faux Leather']],
    ['en', 'Merino Wool Socks', 'Oakline', [], ['Material: Merino Wool']],
    ['fr', 'Bol en grès avec couvercle en bambou', 'Terrine', [], ['Matière: grès']],
    ['es', 'Reloj deportivo con GPS, correa de silicona', 'Senderia', [], []],
    ['es', 'Pluma estilográfica, cuerpo de metal', 'Tinta', ['Cuerpo de latón macizo'], []],
    ['it', 'Macinacaffè 150W acciaio inox', 'Brù', [], ['Materiale: acciaio inox', 'Potenza: 150 W']],
    ['en', 'Leather Belt w/ Metal Buckle', 'Oakline', [], ['Material: Leather']],
    ['en', 'Sports Watch - Strap Made of Silicone', 'Oakline', [], []],
    ['es', 'Reloj de acero, sumergible', 'Senderia', [], ['Material: acero']],
    // What stands behind a mark is said of no material before it.
    ['en', 'Acme Phone Case, Silicone, Clear', 'Acme', [], ['Material: Silicone']],
    ['en', 'Storage Box, Plastic, Clear', 'Oakline', [], ['Material: Plastic']],
    ['en', 'Vase, Glass, Clear, 10 in', 'Oakline', [], ['Material: Glass']],
    ['en', 'Vase, Ceramic, Pattern: Dots', 'Oakline', [], ['Material: Ceramic']],
    ['en', 'Pillow Cover, Linen, Color: Beige', 'Oakline', [], ['Material: Linen', 'Color: Beige']],
    ['en', 'Scarf, made with cashmere, Grey', 'Oakline', [], ['Material: cashmere', 'Color: Grey']],
    ['en', 'Basket made with a Leather Strap', 'Oakline', [], []],
    // For whom, and for which room, ends with what it is made of; that of another thing is none.
    ['fr', 'Gourde pour enfant en acier inoxydable', 'Terrine', [], ['Matière: acier inoxydable']],
    ['es', 'Tabla de cortar para cocina de bambú', 'Marisol', [], ['Material: bambú']],
    ['it', 'Tagliere per cucina in bambù', 'Lumaris', [], ['Materiale: bambù']],
    ['it', 'Borsa per donna in pelle', 'Lumaris', [], ['Materiale: in pelle']],
    ['it', 'Detergente per cucina in acciaio', 'Lumaris', [], []],
    ['fr', 'Housse pour table en bois', 'Terrine', [], []],
    ['it', 'Detergente per parquet in legno', 'Lumaris', [], []],
    // Before its material a colour is the product's, and before a measure.
    ['en', 'Rug Grey and White 5x7', 'Oakline', [], ['Color: Grey, White']],
    ['en', 'Black Ceramic Mug', 'Oakline', [], ['Material: Ceramic', 'Color: Black']],
    ['en', 'Wallet for Men, Brown Leather', 'Oakline', [], ['Material: Leather', 'Color: Brown']],
    ['en', 'Black Walnut Tray', 'Oakline', [], ['Material: Walnut']],
    ['en', 'Brown Leather Strap Watch', 'Oakline', [], ['Material: Leather']],
    ['en', 'White Linen Scented Candle', 'Oakline', [], ['Material: Linen']],
    ['en', 'Brown Leather Shoe Polish', 'Oakline', [], ['Material: Leather']],
    ['en', 'White Board 60 cm', 'Oakline', [], []],
    ['fr', 'Lentilles vertes 500 g', 'Aubrive', [], []],
    // A colour within the name of something else is none.
    ['en', 'Earl Grey Tea Loose Leaf', 'Oakline', [], []],
    ['en', 'Loose Leaf Tea Earl Grey', 'Oakline', [], []],
    ['en', 'Whitening Toothpaste with Activated Charcoal', 'Oakline', [], []],
    ['en', 'Screen Printing Frame White Mesh, 4 Pieces', 'Oakline', [], []],
    ['en', 'Guitar Kit (Dark Blue)', 'Oakline', [], ['Color: Dark Blue']],
    ['en', 'Hanging Shelf, Black and White, 2 Pack', 'Oakline', [], ['Color: Black, White']],
    ['en', 'Red Paddle Board', 'Red Paddle', [], []],
    ['fr', 'Thé vert en vrac', 'Aubrive', [], []],
    ['fr', 'Sachet de thé vert', 'Aubrive', [], []],
    ['de', 'Schreibtischlampe dimmbar, weiß', 'Nordlicht', [], ['Farbe: weiß']],
    ['it', 'Felpa con cappuccio, grigio scuro', 'Notturnia', [], ['Colore: grigio scuro']],
    ['es', 'Silla plegable de jardín verde', 'Marisol', [], ['Color: verde']],
    ['ja', 'レインコート ブラック ホワイト', 'マツ', [], ['カラー: ブラック、ホワイト']],
    // A side of a part, and what it carries, are none of its sizes.
    ['zh', '方格笔记本', '沐言', ['方格边长5毫米'], []],
    ['zh', '折叠椅', '沐言', ['承重150公斤'], []],
    ['en', 'Folding Chair', 'Oakline', ['Weight limit 300 lbs'], []],
  ])('in %s, of “%s” of %s with %j, are %j', (language, title, brand, features, expected) => {
    expect(found(language, title, brand, features)).toEqual(expected);
  });
}); // prettier-ignore
