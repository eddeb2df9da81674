// The plainest owner of products: answers the two reads over NATS, with its client and pg alone. The bench starts it.
import { connect, type Msg, type NodeConnectionOptions } from '@nats-io/transport-node';
import { PAGE, PRODUCT } from './subjects.ts';
import { Statements } from './statements.ts';

const [url = '', workspaceId = '', bus = ''] = process.argv.slice(2);
const statements = new Statements(url, workspaceId);
const nats = await connect(JSON.parse(bus) as NodeConnectionOptions);

function answer(subject: string, read: (asked: string) => Promise<string>): void {
  nats.subscribe(subject, {
    queue: 'catalogue',
    callback: (_error, message: Msg) => void read(message.string()).then((json) => message.respond(json)),
  });
}

answer(PAGE, () => statements.page());
answer(PRODUCT, (id) => statements.product(id));
await nats.flush();
process.send?.('');
process.on('disconnect', () => process.exit(0));
