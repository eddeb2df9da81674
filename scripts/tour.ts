// npm run test:tour -- http://localhost:3000: follows the section "Try" of the README on a running system, whose sandbox
// must be reachable too, because it has the pictures. Throws when an answer is not as it should be.
import { tour } from './compose/client.ts';

const [gateway] = process.argv.slice(2);
if (!gateway) throw new Error('Say where the gateway is, such as http://localhost:3000.');
await tour(gateway);
console.log('passed');
