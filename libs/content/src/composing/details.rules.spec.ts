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
