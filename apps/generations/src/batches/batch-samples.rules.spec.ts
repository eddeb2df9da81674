// Samples of a batch whose template takes too long: the products share one budget, and the first that takes it is the last.
import type { Product } from '#contracts';
import { firstVersion } from '../applications/index.ts';
import { sampleOf } from './batch-samples.rules.ts';

const product = (id: string): Product => ({
  id,
  genre: 'Custom',
  title: 'Oak board',
  brand: '',
  description: '',
  specification: '',
  feature: '',
  mainImage: '',
  link: '',
  createdAt: 0,
  updatedAt: 0,
});
const PRODUCTS = Array.from({ length: 20 }, (_, n) => product(String(n)));
const BATCH = {
  applicationId: 'own',
  inputs: {},
  environment: { model: 'acme:large', temperature: 0 },
  voice: null,
};
const ENDLESS = '{% for i in (1..10000) %}{% for j in (1..10000) %}{% endfor %}{% endfor %}';

/** The sample with instructions, and how many pauses it made. */
async function sampled(instructions: string) {
  const definition = { name: 'Own', instructions, inputSchema: {}, resultType: 'TEXT' as const };
  const application = firstVersion(definition, 'own', new Date(0));
  let pauses = 0;
  const sample = await sampleOf(BATCH, application, PRODUCTS, {
    mark: () => 'MARK',
    pause: async () => void (pauses += 1),
  });
  return { sample, pauses };
}

it('a template that takes the whole budget is rendered for one product alone', async () => {
  const { sample, pauses } = await sampled(ENDLESS);
  expect(sample.map(({ prompt }) => prompt)).toEqual([undefined]);
  expect(pauses).toBe(0);
});

it('a product on which the budget ends after others counts for nothing', async () => {
  const { sample } = await sampled(
    `Write.{% if product.title == "Oak board" and product.id == "3" %}${ENDLESS}{% endif %}`,
  );
  expect(sample.map(({ prompt }) => typeof prompt)).toEqual(['object', 'object', 'object']);
});

it('a template that takes little is rendered for each product, with a pause after each', async () => {
  const { sample, pauses } = await sampled('Write.');
  expect(sample).toHaveLength(20);
  expect(pauses).toBe(20);
});
