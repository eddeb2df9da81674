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
