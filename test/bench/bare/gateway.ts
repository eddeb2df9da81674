// The plainest gateway in front of bare/owner.ts, with Fastify and the client of NATS alone. The bench starts it.
import { connect, type NodeConnectionOptions } from '@nats-io/transport-node';
import Fastify from 'fastify';
import { PAGE, PRODUCT } from './subjects.ts';

const [bus = ''] = process.argv.slice(2);
const nats = await connect(JSON.parse(bus) as NodeConnectionOptions);
const app = Fastify();

app.get('/products', async (_request, reply) =>
  reply.type('application/json').send((await nats.request(PAGE)).data),
);
app.get<{ Params: { id: string } }>('/products/:id', async (request, reply) =>
  reply.type('application/json').send((await nats.request(PRODUCT, request.params.id)).data),
);

process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
process.on('disconnect', () => process.exit(0));
