// Values of specifications as descriptions tell them.
import { composed, productTask } from '../../test/compositions.ts';

const textOf = (content: unknown): string => (typeof content === 'string' ? content : '');

it('a colour by chance is not told, values have a blank behind each comma, and charge is no volume', () => {
  const specification = 'Colore: casuale\nMateriale: acciaio,plastica\nCapacità: 20800 mAh';
  const product = { title: 'Caricatore', features: ['Si ricarica in cinque ore'], specification };
  const text = textOf(
    composed(productTask('product-description', product, { language: 'it', marketplace: 'IT' })),
  );
  expect(text).toContain('acciaio e plastica');
  expect(text).toContain('batteria');
  expect(text).not.toContain('casuale');
});

it('a kind of steel is no volume', () => {
  const product = {
    title: 'Anello',
    description: 'Il cerchio è in acciaio 316L lucido. La borraccia tiene 2L di acqua.',
  };
  expect(composed(productTask('product-description', product, { language: 'it', marketplace: 'IT' }))).toBe(
    'Anello. Il cerchio è in acciaio 316L lucido. La borraccia tiene 2 L di acqua.',
  );
});

it.each([
  ['Item Dimensions L x W x H: 40 x 4 x 0.9 centimeters', 'Measures 40 x 4 x 0.9 cm.'],
  ['Item dimensions: Length 21 centimeters; Width 14 centimeters; Thickness 2 centimeters', 'Measures 21 x 14 x 2 cm.'],
  ['Product Dimensions: 2.4"L x 1.5"W x 1.3"H', 'Measures 2.4" x 1.5" x 1.3".'],
  ['Product Dimensions: 35D x 40W x 55H centimetres; 62 Grams', 'Measures 35 x 40 x 55 cm.'],
  ['Battery capacity: 2500 Milliamp Hours', 'Battery capacity: 2500 mAh.'],
  ['Item Weight: 2.3 Pounds', 'Weighs 2.3 pounds.'],
  ['Maximum temperature: 240 Degrees Celsius', 'Maximum temperature: 240 °C.'],
  ['Paper weight: 120 Grams Per Square Meter', 'Paper weight: 120 g/m².'],
  ['Item Length: 14.4 Inches', 'Length: 14.4 inches.'],
  ['Number of doors: 2.0 count', 'Number of doors: 2.'],
])('“%s” becomes “%s”', (line, sentence) => {
  const product = { title: 'Q2', specification: `Material: Steel\n${line}` };
  expect(composed(productTask('product-description', product))).toContain(sentence);
}); // prettier-ignore

it('a state is no material, a recipe none of a thing, and units are written as the language does', () => {
  const larch = { title: 'Q2', specification: 'Material: Larch, untreated\nSize: Large' };
  expect(composed(productTask('product-description', larch))).toContain('Made of larch, untreated.');
  const french = { title: 'Q2', specification: 'Couleur: Vert\nPoids: 290.0 Grammes' };
  expect(
    composed(productTask('product-description', french, { language: 'fr', marketplace: 'FR' })),
  ).toContain('290 g');
});

it.each([
  ['it', 'IT', 'Peso: 1,1 Chilogrammi', '1,1 kg'],
  ['it', 'IT', 'Capacità: 37 litri', '37 L'],
  ['es', 'ES', 'Capacidad: 2,5 litros', '2,5 L'],
  ['fr', 'FR', 'Surface couverte: 25 Mètres Carrés', '25 m²'],
] as const)('a unit in a word of %s is a sign: %s %s', (language, marketplace, line, told) => {
  const product = { title: 'Q2', specification: `Material: PVC\n${line}` };
  expect(composed(productTask('product-description', product, { language, marketplace }))).toContain(told);
});

it('sides have no letters, and ounces are no pieces', () => {
  const german = {
    title: 'Q2',
    specification: 'Material: Holz\nMuster: Streifen\nProduktabmessungen: 18L x 18B x 15H cm',
  };
  expect(
    composed(productTask('product-description', german, { language: 'de', marketplace: 'DE' })),
  ).toContain('18 x 18 x 15 cm');
  const oats = { title: 'Q2', specification: 'Color: Brown\nSize: Large\nUnit Count: 60 Ounce' };
  expect(composed(productTask('product-description', oats))).not.toContain('60');
});

it.each([
  // Behind a colon a sentence goes on in small letters, but for names and abbreviations.
  ['fr', 'Âge: À partir de 3 ans', 'Âge : à partir de 3 ans'],
  ['it', 'Età: Da 4 anni', 'Età: da 4 anni'],
  ['es', 'Edad: De 6 meses a 3 años', 'Edad: de 6 meses a 3 años'],
  ['es', 'Cierre: Con cremallera', 'Cierre: con cremallera'],
  ['fr', 'Commande: LED tactile', 'Commande : LED tactile'],
  ['fr', 'Connexion: Bluetooth 5.3', 'Connexion : Bluetooth 5.3'],
  ['fr', 'Origine: Portugal', 'Origine : Portugal'],
  ['it', 'Compatibilità: Fiat Panda', 'Compatibilità: Fiat Panda'],
  ['it', 'Personaggio: Pinocchio', 'Personaggio: Pinocchio'],
  ['es', 'Modelo: Brisa 4', 'Modelo: Brisa 4'],
  ['de', 'Verschluss: Reißverschluss', 'Verschluss: Reißverschluss'],
  ['fr', 'Fermeture: Boutons', 'Fermeture : boutons'],
  ['it', 'Profumo: Lavanda', 'Profumo: lavanda'],
  ['fr', 'Assise: Cuir', 'Assise : cuir'],
  // Where values may be names, the capital stays.
  ['fr', 'Motif: Paris au printemps', 'Motif : Paris au printemps'],
  ['fr', 'Artiste: Monet', 'Artiste : Monet'],
  ['fr', 'Thème: Bretagne', 'Thème : Bretagne'],
  ['fr', 'Région: Bourgogne', 'Région : Bourgogne'],
  ['fr', 'Région: Bordeaux', 'Région : Bordeaux'],
  ['fr', 'Licence: Astérix', 'Licence : Astérix'],
  ['fr', 'Style: Louis XV', 'Style : Louis XV'],
  ['fr', 'Compositeur: Bach', 'Compositeur : Bach'],
  ['fr', 'Architecte: De Gaulle et fils', 'Architecte : De Gaulle et fils'],
  ['es', 'Cantante: Rosa López y amigos', 'Cantante: Rosa López y amigos'],
  ['es', 'Región: Rioja', 'Región: Rioja'],
  ['es', 'Ciudad: Haro, en el norte', 'Ciudad: Haro, en el norte'],
  ['es', 'Ciudad: La Coruña antigua', 'Ciudad: La Coruña antigua'],
  ['es', 'Distribuidor: García e hijos', 'Distribuidor: García e hijos'],
  ['it', 'Regione: Toscana', 'Regione: Toscana'],
  ['it', 'Città: Siena, in collina', 'Città: Siena, in collina'],
  // Sheets are no packs, pieces are counted, and what a pack weighs is none of what it holds.
  ['ja', '枚数: 80枚', '枚数：80枚。'],
  ['ja', '枚数: 80', '枚数：80。'],
  ['ja', '入数: 50', '入数は50個です。'],
  ['ja', 'Wattage: 22.5W', 'ワット数は22.5Wです。'],
  ['ja', '消費電力: 1200W', '消費電力は1200Wです。'],
  ['zh', '净含量: 100克', '净含量：100克。'],
  ['zh', '净含量: 500毫升', '容量为500毫升。'],
  ['it', 'Contenuto netto: 250 g', 'Contenuto netto: 250 g'],
  // A machine holds as much as may be weighed.
  ['de', 'Fassungsvermögen: 8 kg', 'Das Fassungsvermögen beträgt 8 kg.'],
  ['it', 'Capacità: 8 kg', 'La capacità è di 8 kg.'],
])('in %s, “%s” is told as “%s”', (language, line, told) => {
  const title = { ja: 'ノート', zh: '笔记本' }[language] ?? 'Q2';
  const specification = `${line}\n${{ ja: '形状: 丸形', zh: '形状: 圆形', de: 'Form: rund', fr: 'Forme: ronde' }[language] ?? 'Forma: x2'}`;
  const marketplace = { ja: 'JP', zh: 'CN' }[language] ?? language.toUpperCase();
  const text = composed(productTask('product-description', { title, specification }, { language, marketplace }));
  expect(textOf(text).replaceAll('\u00a0', ' ')).toContain(told);
}); // prettier-ignore
