// npm run test:faults: the system under faults. Arguments: see test/faults/harness/cli.ts.
import { runFaults } from '../test/faults/harness/cli.ts';

const leave = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => leave.abort());
process.exit(await runFaults(process.argv.slice(2), leave.signal));
