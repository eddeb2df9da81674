// Bullet points of the offline composer: their headings, and features that are too short for one.
import { composed, productTask } from '../../test/compositions.ts';

interface Bullet {
  header?: string;
  text: string;
}
function bulletsOf(product: Record<string, unknown>, place = {}): string[] {
  const items = composed(productTask('bullet-points', product, place)) as Bullet[] | undefined;
  return (items ?? []).map(({ header, text }) => (header ? `${header}: ${text}` : text));
}

it('an English bullet point begins with a capital behind its heading, which has one in every word that tells', () => {
  const features = [
    'Easy to build: eight screws and one key are in the box',
    'FOR ALL COOKTOPS: induction, gas, electric and oven',
    'The handle does not get hot',
  ];
  expect(bulletsOf({ title: 'Oakline Pan', features })).toEqual([
    'Easy to build: Eight screws and one key are in the box.',
    'For All Cooktops: Induction, gas, electric and oven.',
    'The handle does not get hot.',
  ]);
});

it('a feature whose heading is a promise, and a figure without its heading, are no bullet points', () => {
  const features = [
    'LIFETIME GUARANTEE: no quibble about the handle',
    'Lid: made of glass',
    'The handle does not get hot',
  ];
  expect(bulletsOf({ title: 'Oakline Pan', features })).toEqual([
    'Lid: Made of glass.',
    'The handle does not get hot.',
  ]);
});

it('a sentence that goes on from a heading that is too long is left out with it', () => {
  const features = [
    'KEEP BEVERAGES HOT OR COLD FOR UP TO 20 HOURS - with this sleek and stylish dispenser.',
    'STAINLESS STEEL CONSTRUCTION, WIDE-MOUTH TOP AND LID - it is brushed inside and out.',
    'A LID THAT LOCKS AND KEEPS ALL THAT YOU POUR INSIDE - with a turn. It is quick. The handle stays cool.',
    'A FILTER THAT STAYS CLEAN FOR AS LONG AS YOU CARE FOR IT - to clean the mesh, rinse it in water.',
    'A SPOUT THAT POURS WITHOUT A DROP ON YOUR TABLE OR HAND - so-called gooseneck of steel.',
  ];
  expect(bulletsOf({ title: 'Oakline Pan', features })).toEqual([
    'It is brushed inside and out.',
    'The handle stays cool.',
    'To clean the mesh, rinse it in water.',
    'So-called gooseneck of steel.',
  ]);
});

it('a German heading in capitals has its adjectives in small letters', () => {
  const features = [
    'GRIFF ABNEHMBAR: ohne ihn passt die Pfanne in den Ofen',
    'ZWEI AUSGIESSER: links und rechts',
    'NIEDRIGES GEWICHT: mit Deckel 1,2 kg',
  ];
  expect(bulletsOf({ title: 'Oakline Pfanne', features }, { language: 'de', marketplace: 'DE' })).toEqual([
    'Griff abnehmbar: ohne ihn passt die Pfanne in den Ofen.',
    'Zwei Ausgiesser: links und rechts.',
    'Niedriges Gewicht: mit Deckel 1,2 kg.',
  ]);
});

it('features that are too short for a bullet point are one together', () => {
  const features = ['不添加香精', '铝管包装，可回收', '每天可多次取适量涂于双手，轻轻按摩'];
  const product = { title: '护手霜 75ml', features, description: '护手霜含橄榄油和乳木果油，质地浓润。' };
  expect(bulletsOf(product, { language: 'zh', marketplace: 'CN' })).toContain(
    '不添加香精。铝管包装，可回收。',
  );
});

it('a heading may end with a dash, and a list of cars and a bare figure need theirs', () => {
  const features = [
    'Passend für: VW Golf VII, Audi A3 8V, Skoda Octavia III',
    'MATERIAL- Stahl mit Reibbelag',
    'Dicke: 20mm',
    'MADE IN GERMANY',
  ];
  expect(bulletsOf({ title: 'Bremsbeläge', features }, { language: 'de', marketplace: 'DE' })).toEqual([
    'Passend für: VW Golf VII, Audi A3 8V, Skoda Octavia III.',
    'Material: Stahl mit Reibbelag.',
    'Dicke: 20 mm.',
    'Made in Germany.',
  ]);
});

it('details that the title tells come after the others', () => {
  const product = { title: 'Oakline Jacket, Navy', specification: 'Color: Navy\nLining: Recycled fleece' };
  const features = ['Hood zips off when you do not need it', 'Two side pockets with zippers'];
  expect(bulletsOf({ ...product, features }).slice(-2)).toEqual(['Lining: Recycled fleece.', 'Color: Navy.']);
});

it('a certificate in Latin letters is Chinese in a Chinese sentence', () => {
  const features = ['通过OEKO-TEX Standard 100认证', '含被套1件、床单1件、枕套2件', '可机洗，水温不超过60度'];
  const bullets = bulletsOf({ title: '亚麻棉四件套', features }, { language: 'zh', marketplace: 'CN' });
  expect(bullets).toContain('通过OEKO-TEX Standard 100认证。');
});

it.each([
  ['en', 'UK', 'Solid pine with a gray wash', 'Wash by hand with warm water'],
  ['de', 'DE', 'Abnehmbarer Filter, der unter Wasser gereinigt wird', 'Im Wollwaschgang bei 30 °C waschen'],
  ['fr', 'FR', 'Une mousse qui nettoie la peau en douceur', "Nettoyer à l'éponge humide"],
  ['es', 'ES', 'Válvula de seguridad fácil de limpiar', 'Lavar a máquina a 30 °C y planchar del revés'],
  ['it', 'IT', 'Bocca larga, facile da pulire', 'Si lava a mano con acqua tiepida'],
  ['zh', 'CN', '杯口宽约4.5厘米，方便清洗', '可机洗，水温40度以内'],
  ['ja', 'JP', '口が広いので、中まで手を入れて洗えます', '洗濯機で洗えます（ネット使用）'],
])(
  'in %s a feature is headed by care that begins with it, and by no other',
  (language, marketplace, not, care) => {
    const bullets = bulletsOf({ title: 'Oakline', features: [not, care] }, { language, marketplace });
    const isHeaded = bullets.slice(0, 2).map((text) => /[:：]/.test(text));
    expect({ bullets, isHeaded }).toEqual({ bullets, isHeaded: [false, true] });
  },
);

it('a feature in capitals at its beginning is calm, and so is a short one', () => {
  const features = ['LUZ LED de 24 W en tres tonos', 'TALLA ÚNICA', 'Aspas reversibles y silenciosas'];
  expect(
    bulletsOf({ title: 'Ventilador', features }, { language: 'es', marketplace: 'ES' }).slice(0, 3),
  ).toEqual(['Luz LED de 24 W en tres tonos.', 'Talla única.', 'Aspas reversibles y silenciosas.']);
});

it.each([
  ['fr', 'FR', "Monté d'usine. Profitez-en vite, stock limité", "Monté d'usine."],
  ['es', 'ES', 'Montado de fábrica. Últimas unidades', 'Montado de fábrica.'],
  ['it', 'IT', 'Già montato in fabbrica. Disponibilità limitata', 'Già montato in fabbrica.'],
])('in %s nothing hurries', (language, marketplace, feature, expected) => {
  expect(bulletsOf({ title: 'Q2', features: [feature] }, { language, marketplace })).toEqual([expected]);
});

it.each([
  ['it', 'IT', 'GUSCIO RESISTENTE 💪 La scocca assorbe gli urti', 'Guscio resistente: La scocca assorbe gli urti.'],
  ['ja', 'JP', '♪やわらかガーゼ♪ 肌に当たる面は綿です', 'やわらかガーゼ: 肌に当たる面は綿です。'],
  ['de', 'DE', '★EXTREM STABIL★ Der Rahmen aus Stahl kippt nicht', 'Extrem stabil: Der Rahmen aus Stahl kippt nicht.'],
  ['de', 'DE', 'MIT VIEL ZUBEHÖR Halter und Tasche liegen bei', 'Mit viel Zubehör: Halter und Tasche liegen bei.'],
  ['en', 'US', 'STAYS IN PLACE two strips keep it from sliding', 'Stays in Place: Two strips keep it from sliding.'],
  ['es', 'ES', 'LIGERAS Y CÓMODAS: cada zapatilla pesa poco', 'Ligeras y cómodas: cada zapatilla pesa poco.'],
  ['fr', 'FR', 'DIX MODES : Jet, douche, brume... un tour suffit', 'Dix modes: Jet, douche, brume, un tour suffit.'],
  ['es', 'ES', 'SE EXTIENDE 3 VECES: pasa de 10 a 30 metros', 'Se extiende 3 veces: pasa de 10 a 30 metros.'],
  ['es', 'ES', '✿ TAMAÑO CÓMODO. Perfecto para llevar de viaje', 'Tamaño cómodo: Perfecto para llevar de viaje.'],
  ['fr', 'FR', 'Mécaniques fermées, rapport 1:18, pour un accordage précis', 'Mécaniques fermées, rapport 1:18, pour un accordage précis.'],
  ['es', 'ES', '63 PIEZAS EN 1: las puntas son de acero', '63 piezas en 1: las puntas son de acero.'],
])('in %s for %s, “%s” has its heading', (language, marketplace, feature, expected) => {
  expect(bulletsOf({ title: 'Q2', features: [feature] }, { language, marketplace })).toEqual([expected]);
}); // prettier-ignore

it('a heading does not stand over what follows the sentence that it was for', () => {
  const features = [
    'SUPER SOFT: Our customers love it! Sleep like on a cloud.',
    'STURDY: Please contact us if it sags. Wipe it clean with a damp cloth.',
    'DEEP POCKET: Elastic runs all around',
  ];
  expect(bulletsOf({ title: 'Cloud Sheets', features })).toEqual([
    'Wipe it clean with a damp cloth.',
    'Deep Pocket: Elastic runs all around.',
  ]);
});
