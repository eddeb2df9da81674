// Workers behind a proxy for HTTPS: calls of a far marketplace and of far models go through it.
import type { Person } from '#testing/environment';
import { until } from '#testing/until';
import { FAR, type EverydayStack } from '../helpers/everyday-stack.ts';

export const httpsProxy = (stack: EverydayStack): void =>
  describe('HTTPS proxy', () => {
    let ann: Person;
    beforeAll(async () => {
      [ann] = await stack.environment.addPeople('ann');
    });

    const isAsked = (host: string) => (): boolean => stack.tunnels.asked.has(`${host}:443`);

    it('the marketplace is called through the proxy', async () => {
      const body = { asins: ['B0PROXY001'], marketplace: 'JP' as const };
      const { data } = await ann.api.importRetailerProducts({ body });
      await until('the import worker asks for a tunnel', isAsked(FAR.marketplace));
      if ('id' in data) await ann.api.cancelImport({ path: { id: data.id } });
    });

    it('models are called through the proxy', async () => {
      const body = {
        applicationId: 'product-title',
        environment: { model: 'far:one' },
        inputs: { product: { title: 'A lamp' } },
      };
      const { data } = await ann.api.createGeneration({ body });
      await until('the generation worker asks for a tunnel', isAsked(FAR.models));
      await ann.post(`/generations/${data.id}/cancel`, {}); // it may have failed already
    });
  });
