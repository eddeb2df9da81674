// Test module: each product of an estimate is rendered with a budget of its own, all of them in one turn of the event loop.
import { sampleOf as original } from '../../../../apps/generations/src/batches/batch-samples.rules.ts';

export * from '../../../../apps/generations/src/batches/batch-samples.rules.ts';

export const sampleOf: typeof original = async (batch, application, products, { mark }) => {
  const none = { mark, pause: () => Promise.resolve() };
  const each = products.map((product) => original(batch, application, [product], none));
  return (await Promise.all(each)).flat();
};
