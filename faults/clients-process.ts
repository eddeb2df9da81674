// The clients of a flood in a process of their own: what they cost must not delay who measures beside them.
import { askSteadily, type Order } from './clients.ts';

process.once('disconnect', () => process.exit()); // whoever gave the order has got the answer, or is gone
process.once('message', async ({ requests, pace }: Order) => {
  const statuses: Record<string, number> = {};
  await askSteadily(requests, pace, (status) => (statuses[status] = (statuses[status] ?? 0) + 1));
  process.send?.(statuses);
});
