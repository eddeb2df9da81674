// A process that sends HTTP load, so that the load does not delay the measurements of its parent.
import { once } from 'node:events';
import { Tally } from '../checks/tally.ts';
import { sendAtRate, type LoadOrder } from './http-load.ts';

process.once('disconnect', () => process.exit()); // the parent has the result, or is gone
const [{ requests, pace }] = (await once(process, 'message')) as [LoadOrder];
const statuses = new Tally();
await sendAtRate(requests, pace, (status) => statuses.add(status));
process.send?.(statuses.counts);
