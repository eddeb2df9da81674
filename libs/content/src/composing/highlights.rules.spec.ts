// Highlights of the offline composer: phrases, and what makes a buyer look before what does not.
import { composed, productTask } from '../../test/compositions.ts';

function highlightsOf(product: Record<string, unknown>, place = {}): string | undefined {
  const [first] = (composed(productTask('item-highlights', product, place)) ?? []) as { text: string }[];
  return first?.text;
}

it.each([
  ['Jan 2022 - Dec 2022', 'Hard cover, Jan 2022 - Dec 2022'],
  ['May 2022 - Blue Pages', 'Hard cover, May 2022, Blue Pages'],
])('a time from one month to another is one phrase: %s', (piece, expected) => {
  const title = `Halo Wall Planner of Recycled Paper with Stickers for Teachers and Pupils, ${piece}`;
  expect(highlightsOf({ title, brand: 'Halo', features: ['Hard cover'] })).toBe(expected);
});

it('phrases come before pieces of the title, these before details, and sentences last', () => {
  const product = {
    title: 'Voltiq Power Bank 20000mAh 22.5W PD USB-C Fast Charging, Compatible with Phones, LED Display',
    brand: 'Voltiq',
    features: ['The display shows the charge', 'Two ports for cables'],
    specification: 'Weight: 12 ounces',
  };
  expect(highlightsOf(product)).toBe(
    'Two ports for cables, Compatible with Phones, LED Display, Weight 12 ounces, The display shows the charge',
  );
});

it('details are told by their values alone where these say what they are', () => {
  const product = { title: 'Oakline Shears', features: ['Handles with soft inserts'], brand: 'Oakline' };
  expect(highlightsOf({ ...product, specification: 'Material: Steel, Aluminum' })).toBe(
    'Handles with soft inserts, Steel and aluminum',
  );
});

it('Chinese phrases are the beginnings of sentences, lists stay whole, and what a seller says of itself is none', () => {
  const features = ['座面宽46厘米，成人坐着宽敞', '含被套、床单和枕套', '如有疑问请联系客服，24小时内回复'];
  expect(highlightsOf({ title: '餐椅', features }, { language: 'zh', marketplace: 'CN' })).toBe(
    '座面宽46厘米，含被套、床单和枕套',
  );
});

it('a size and a number of pieces that the title has are told only where there is hardly anything else', () => {
  const title = 'Oakline Marble Run, 85 Pieces, Medium';
  const facts = { title, brand: 'Oakline', specification: 'Number of pieces: 85\nSize: Medium' };
  const features = ['Blocks of untreated wood', 'Booklet with six suggestions'];
  expect(highlightsOf({ ...facts, features })).toBe('Blocks of untreated wood, Booklet with six suggestions');
  expect(highlightsOf({ ...facts, features: features.slice(1) })).toBe(
    'Booklet with six suggestions, Pieces 85, Size: Medium',
  );
});

it('a detail that a phrase has told is none of its own', () => {
  const features = ['产自浙江杭州', '铁罐包装，开罐后请密封冷藏'];
  const product = { title: '龙井绿茶 散装', features, specification: '产地: 浙江杭州\n保质期: 18个月' };
  expect(highlightsOf(product, { language: 'zh', marketplace: 'CN' })).toBe(
    '产自浙江杭州，铁罐包装，保质期：18个月',
  );
});

it.each([
  [
    'of a heading in one word, what it heads',
    ['SÉCURITÉ : serrure à combinaison TSA'],
    'Sécurité : serrure à combinaison TSA',
  ],
  ['no heading of what a seller says', ['CLIENTS HEUREUX – Contactez notre service client'], undefined],
  ['two sentences apart', ['Charge de 110 kg. Pile incluse'], 'Charge de 110 kg, Pile incluse'],
  [
    'the same measure once',
    ['Mandrin auto-serrant de 13 mm', 'Mandrin de 13 mm'],
    'Mandrin auto-serrant de 13 mm',
  ],
])('tells %s', (_name, features, expected) => {
  const product = { title: 'Valise', features: [...features, 'Poignée en cuir'] };
  expect(highlightsOf(product, { language: 'fr', marketplace: 'FR' })).toBe(
    expected === undefined ? undefined : `${expected}, Poignée en cuir`,
  );
});

it('words of a list and those for whom it is are no phrases', () => {
  const title =
    'TALLERÍA Juego de destornilladores de precisión 38 en 1 magnéticos para móvil, gafas, relojes, ordenador, hombre mujer';
  const product = { title, brand: 'TALLERÍA', features: ['Estuche con huecos', 'Mango giratorio'] };
  expect(highlightsOf(product, { language: 'es', marketplace: 'ES' })).toBe(
    'Estuche con huecos, Mango giratorio',
  );
});

it('longer phrases serve where short ones are too few, and a size or how it is washed does not', () => {
  const product = {
    title: 'Halvorsund Damen Softshelljacke mit Kapuze, wasserabweisend, Dunkelblau, Größe M',
    brand: 'Halvorsund',
    features: [
      'Obermaterial aus 96 % Polyester und 4 % Elasthan',
      'Zwei Seitentaschen und eine Brusttasche mit Reißverschluss',
      'Maschinenwäsche bei 30 °C, nicht in den Trockner geben',
    ],
    specification: 'Color: Dunkelblau\nSize: M\nCare instructions: Maschinenwäsche',
  };
  expect(highlightsOf(product, { language: 'de', marketplace: 'DE' })).toBe(
    'Obermaterial aus 96 % Polyester und 4 % Elasthan, Zwei Seitentaschen und eine Brusttasche mit Reißverschluss',
  );
});

it('what to do with it comes last', () => {
  const features = ['Conservare in luogo fresco', 'Senza glutine e senza aglio', 'Vasetto di vetro'];
  expect(highlightsOf({ title: 'Pesto', features }, { language: 'it', marketplace: 'IT' })).toBe(
    'Senza glutine e senza aglio, Vasetto di vetro, Conservare in luogo fresco',
  );
});

it('where there are few, two things in a phrase are fine, and no list and no warning are', () => {
  const features = [
    'Steel frame, powder coated',
    'Two pouches for gloves, twine and seeds',
    'WARNING: Choking hazard, not for children',
    'Folding seat',
  ];
  expect(highlightsOf({ title: 'Oakline Kneeler', features })).toBe(
    'Folding seat, Steel frame, powder coated',
  );
});

it('a word of another phrase is none of its own, and what may happen comes last', () => {
  const features = ['Può contenere tracce di uova', 'Dorso antiscivolo', 'Filo di poliestere riciclato'];
  const product = { title: 'Tappeto', features, specification: 'Materiale: Poliestere' };
  expect(highlightsOf(product, { language: 'it', marketplace: 'IT' })).toBe(
    'Dorso antiscivolo, Filo di poliestere riciclato, Può contenere tracce di uova',
  );
});

it('the second thing that it is for is none of its highlights', () => {
  const title = 'Chargeur mural USB-C, pour MacBook, iPhone 15, Samsung Galaxy, charge rapide';
  const product = { title, features: ['Technologie GaN', 'Prise pliable'] };
  expect(highlightsOf(product, { language: 'fr', marketplace: 'FR' })).not.toMatch(/Galaxy|iPhone/);
});

it('a value keeps its heading, and is not said under a label as well', () => {
  const features = ['Longueur de la chaîne : 42cm', 'Argent 925 rhodié', 'Consommation: 4W'];
  const product = { title: 'Collier', features, specification: 'Métal: Argent 925' };
  expect(highlightsOf(product, { language: 'fr', marketplace: 'FR' })).toBe(
    'Longueur de la chaîne : 42 cm, Argent 925 rhodié, Consommation : 4 W',
  );
});

it('a list is no phrase without its heading', () => {
  const features = ['DOPPIO CESTELLO: 2 x 3,25 litri', 'Maniglia fredda', 'Cavo lungo'];
  expect(highlightsOf({ title: 'Friggitrice', features }, { language: 'it', marketplace: 'IT' })).toBe(
    'Maniglia fredda, Cavo lungo',
  );
});

it.each([
  ['it', 'IT', '82 PEZZI: 52 elementi e 30 accessori', '82 pezzi: 52 elementi e 30 accessori'],
  ['fr', 'FR', 'LÉGÈRE : 2,4 kg avec les sangles', 'Légère : 2,4 kg avec les sangles'],
])('in %s for %s the heading of “%s” does not run into its figure', (language, marketplace, feature, expected) => {
  const product = { title: 'Q2', features: [feature, 'Poignée'] };
  expect(highlightsOf(product, { language, marketplace })?.replaceAll('\u00a0', ' ')).toContain(expected);
}); // prettier-ignore
