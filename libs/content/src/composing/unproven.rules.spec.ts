// Claims that the composer leaves out, though its sources make them.
import { composed, productTask } from '../../test/compositions.ts';

const textOf = (content: unknown): string => (typeof content === 'string' ? content : '');

it('claims that need a proof are not repeated, though the product is called so', () => {
  const product = {
    title: '凤庆滇红茶 罐装礼盒 养胃',
    description: '干茶金毫显露，汤色红亮，有蜜香和薯香。红茶养胃，长期喝能降血压。可泡八次以上。',
  };
  const text = textOf(
    composed(productTask('product-description', product, { language: 'zh', marketplace: 'CN' })),
  );
  expect(text).toContain('汤色红亮');
  expect(text).not.toMatch(/养胃|降血压/);
  const vests =
    'The vest is designed by vets and loved by over 50,000 dogs. Its two rings are of metal. It has a handle.';
  const vest = composed(productTask('product-description', { title: 'Dog vest', description: vests }));
  expect(vest).toBe('Dog vest. Its two rings are of metal. It has a handle.');
  const serum =
    'Sérum en flacon de verre. Résultats cliniquement prouvés*. La texture est légère et non grasse.';
  const french = { title: 'Sérum visage testé cliniquement', description: serum };
  expect(
    composed(productTask('product-description', french, { language: 'fr', marketplace: 'FR' })),
  ).not.toContain('cliniquement');
});

it.each([
  ['en', 'US', 'The most accurate watch in the world.', 'It has two hands.'],
  ['en', 'UK', "It is the UK's most powerful serum.", 'Two drops are enough.'],
  ['en', 'US', 'Look ten years younger soon.', 'The bottle is of glass.'],
  ['en', 'US', 'Thousands threw away their pain pills.', 'Two strips keep the sleeve in place.'],
  ['de', 'DE', 'Der bequemste Stuhl auf dem Markt.', 'Das Gestell ist aus Stahl.'],
  ['de', 'DE', 'Schmerzfrei in wenigen Tagen.', 'Die Bandage ist gestrickt.'],
  ['fr', 'FR', 'Les rides disparaissent.', 'Le flacon est en verre.'],
  ['fr', 'FR', 'Les meilleurs écouteurs du marché.', 'La coque est en métal.'],
  ['es', 'ES', 'Superan a auriculares mucho más caros.', 'La caja es de metal.'],
  ['es', 'ES', 'Parecerá diez años más joven.', 'El frasco es de vidrio.'],
  ['it', 'IT', 'Risultati visibili dopo due settimane.', 'Le bande sono di lattice.'],
  ['it', 'IT', 'Addio mal di schiena.', 'La fascia è di neoprene.'],
  ['zh', 'CN', '比市面上其他家的强10倍。', '箱体为钢制，共三层。'],
  ['zh', 'CN', '28天斑点消失。', '质地轻薄，一抹化水。'],
  ['ja', 'JP', '業界No.1の吸盤です。', 'アームは伸縮します。'],
  ['ja', 'JP', '血圧が気になる方にもおすすめ。', '九州産のごぼうを焙煎しました。'],
])('in %s for %s, “%s” is left out', (language, marketplace, boast, fact) => {
  const product = { title: 'Q2', features: [boast, fact] };
  expect(composed(productTask('bullet-points', product, { language, marketplace }))).toEqual([
    { text: fact },
  ]);
});

it('of a source that claims much without proof the name and the details are believed alone', () => {
  const features = [
    'Heals arthritis and joint pain',
    'The most powerful magnet in the world',
    'Thirty six magnets are sewn into the sleeve',
  ];
  const product = {
    title: 'Knee Sleeve',
    brand: 'Copra',
    features,
    specification: 'Color: Black\nSize: Large',
  };
  expect(composed(productTask('product-description', product))).toBe(
    'Knee Sleeve from Copra.\n\nThe color is black. Size: Large.',
  );
  const one = {
    ...product,
    features: ['Heals joint pain', ...features.slice(2), 'It has two strips', 'It is knitted', 'It is soft'],
  };
  expect(composed(productTask('product-description', one))).toContain('magnets are sewn');
});
