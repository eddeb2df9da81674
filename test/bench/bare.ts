// The plainest process that answers the two product reads, with Fastify and pg alone. The bench starts it.
import Fastify from 'fastify';
import { Pool } from 'pg';

const [url = '', workspaceId = ''] = process.argv.slice(2);
const pool = new Pool({ connectionString: url, max: 10 });
const app = Fastify();

const JSON_OF_PRODUCT = `
  '{"id":"' || id || '","genre":"' || genre || '","asin":"' || asin || '","marketplace":"' || marketplace
  || '","createdAt":' || floor(extract(epoch FROM created_at))::bigint
  || ',"updatedAt":' || floor(extract(epoch FROM updated_at))::bigint || ',' || right(content::text, -1)`;

app.get<{ Querystring: { limit: string } }>('/products', async (_request, reply) => {
  const { rows } = await pool.query<{ id: string; json: string }>({
    name: 'page',
    text: `SELECT id, ${JSON_OF_PRODUCT} AS json FROM product WHERE workspace_id = $1 AND deleted_at IS NULL
      ORDER BY created_at DESC, id DESC LIMIT 11`,
    values: [workspaceId],
  });
  const shown = rows.slice(0, 10);
  const json = `{"products":[${shown.map((row) => row.json).join(',')}],"nextToken":"${shown.at(-1)?.id}"}`;
  return reply.type('application/json').send(json);
});

app.get<{ Params: { id: string } }>('/products/:id', async (request, reply) => {
  const { rows } = await pool.query<{ json: string }>({
    name: 'product',
    text: `SELECT ${JSON_OF_PRODUCT} AS json FROM product WHERE id = $1 AND workspace_id = $2 AND deleted_at IS NULL`,
    values: [request.params.id, workspaceId],
  });
  return reply.type('application/json').send(rows[0]?.json);
});

const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.(address);
process.on('disconnect', () => process.exit(0));
