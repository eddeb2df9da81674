// The plainest process that answers the two product reads, with Fastify and pg alone. The bench starts it.
import Fastify from 'fastify';
import { Statements } from './statements.ts';

const [url = '', workspaceId = ''] = process.argv.slice(2);
const statements = new Statements(url, workspaceId);
const app = Fastify();

app.get('/products', async (_request, reply) => reply.type('application/json').send(await statements.page()));
app.get<{ Params: { id: string } }>('/products/:id', async (request, reply) =>
  reply.type('application/json').send(await statements.product(request.params.id)),
);

process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
process.on('disconnect', () => process.exit(0));
