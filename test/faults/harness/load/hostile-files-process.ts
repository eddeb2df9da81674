// A process that sends files that are hard to read: making and sending them takes time, as reading the long answers does.
import { once } from 'node:events';
import { HOSTILE_CSV, HttpClient } from '#testing/http';
import { Flood } from './beside.ts';
import type { FilesOrder } from './hostile-files.ts';

process.once('disconnect', () => process.exit()); // the parent has the result, or is gone
const files = HOSTILE_CSV.map(({ file }) => new TextEncoder().encode(file()));
const [{ clients, ...address }] = (await once(process, 'message')) as [FilesOrder];
const client = new HttpClient(address);
const flood = new Flood();
const stopped = once(process, 'message');
let sent = 0;
flood.add(clients, () => {
  sent += 1;
  const body = files[sent % files.length];
  return client.request('POST', '/products/import/csv', { body, headers: { 'content-type': 'text/csv' } });
});
await stopped;
await flood.stop();
process.send?.(flood.answers.counts);
