// The clients of a flood in a process of their own: what they cost must not delay who measures beside them.
import { once } from 'node:events';
import { askSteadily, type Order } from './http-load.ts';

process.once('disconnect', () => process.exit()); // whoever gave the order has its answer, or is gone
const [{ requests, pace }] = (await once(process, 'message')) as [Order];
const statuses: Record<string, number> = {};
await askSteadily(requests, pace, (status) => (statuses[status] = (statuses[status] ?? 0) + 1));
process.send?.(statuses);
