// Holds the API document and the script of Scalar, the viewer that shows it.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';

@Injectable()
export class DocsService {
  /** The API document as JSON. */
  document = '';
  private script: Promise<Buffer> | undefined;

  /** Scalar's script, gzipped; loaded at the first call, because it is large and rarely requested. */
  scalar(): Promise<Buffer> {
    return (this.script ??= loadScalar());
  }
}

/** The package serves its script only through a Fastify plugin, so a server is made just for that. */
async function loadScalar(): Promise<Buffer> {
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
