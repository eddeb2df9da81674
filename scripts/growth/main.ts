// npm run growth: fills the databases through the API, and writes what a row of each table takes into docs/measured.json.
// `-- --products 20000 --texts 5000` fills in more than the usual 5,000 and 1,000, which takes a quiet machine and some time.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { projectFile } from '#testing/servers';
import { startBenchEnvironment } from '../../test/bench/bench-environment.ts';
import { fill } from '../../test/bench/growth/fill.ts';
import { tableSizes } from '../../test/bench/growth/table-sizes.ts';

const { values } = parseArgs({
  options: { products: { type: 'string', default: '5000' }, texts: { type: 'string', default: '1000' } },
});
const load = { products: Number(values.products), texts: Number(values.texts) };

const bench = await startBenchEnvironment();
try {
  await fill(bench, load);
  const tables = await tableSizes((database) => bench.environment.servers.postgres.superuserUrl(database));
  const path = projectFile('docs/measured.json');
  const { plan, prices } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>;
  const measured = { measured: new Date().toISOString().slice(0, 10), ...load, plan, prices, tables };
  writeFileSync(path, `${JSON.stringify(measured, null, 2)}\n`);
} finally {
  await bench.environment.stop();
}
