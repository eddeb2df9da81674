// The queue page while Redis is down.
import { until } from '#testing/until';
import { QUEUE_VIEW_PASSWORD } from '../helpers/everyday-stack.ts';
import type { RestartsStack } from './restarts-stack.ts';

export const queueViewOutage = (stack: RestartsStack): void =>
  describe('queue page without Redis', () => {
    it('answers 503 while Redis is down, and 200 when it is back', async () => {
      const { environment } = stack;
      const credentials = Buffer.from(`operator:${QUEUE_VIEW_PASSWORD}`).toString('base64');
      const headers = { authorization: `Basic ${credentials}` };
      const { redis } = environment.servers;
      const address = `${environment.opsUrls['generations']}/ops/queues/api/queues`;
      const answers = (wanted: number) =>
        until(
          `the page answers ${wanted}`,
          async () => (await fetch(address, { headers })).status === wanted,
          {
            everyMs: 100,
          },
        );
      for (let times = 0; times < 2; times += 1) {
        await redis.stop();
        await answers(503);
        await redis.restart();
        await answers(200);
      }
    });
  });
