// Takes the script of Scalar, the viewer of API documents, out of its package.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** The script, gzipped. The package serves it only through a Fastify plugin, so a server is made just for that. */
export async function loadScalar(): Promise<Buffer> {
  const [{ default: scalar }, { fastify }] = await Promise.all([
    import('@scalar/fastify-api-reference'),
    import('fastify'),
  ]);
  const server = fastify();
  await server.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { rawPayload } = await server.inject('/docs/js/scalar.js');
  await server.close();
  return promisify(gzip)(rawPayload);
}
