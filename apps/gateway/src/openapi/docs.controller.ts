// Serves the API document and the page that shows it.
import { Controller, Get, Header, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { DocsService } from './docs.service.ts';
import { PAGE, START } from './reference-page.ts';

const CACHED = 'public, max-age=3600';
const SCRIPT = 'text/javascript; charset=utf-8';
/** Scripts come from this host only. Inline styles are allowed, because the script writes them itself. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

@ApiExcludeController()
@Controller()
export class DocsController {
  constructor(private readonly docs: DocsService) {}

  @Get('openapi.json')
  @RouteConfig({ public: true })
  @Header('content-type', 'application/json; charset=utf-8')
  @Header('cache-control', CACHED)
  document(): string {
    return this.docs.document;
  }

  @Get('docs')
  @RouteConfig({ public: true, page: true })
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', POLICY)
  @Header('referrer-policy', 'no-referrer')
  @Header('cache-control', CACHED)
  page(): string {
    return PAGE;
  }

  @Get('docs/start.js')
  @RouteConfig({ public: true, page: true })
  @Header('content-type', SCRIPT)
  @Header('cache-control', CACHED)
  start(): string {
    return START;
  }

  @Get('docs/scalar.js')
  @RouteConfig({ public: true, page: true })
  @Header('content-type', SCRIPT)
  @Header('content-encoding', 'gzip')
  @Header('cache-control', CACHED)
  async scalar(@Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    reply.header('vary', 'accept-encoding');
    return this.docs.scalar();
  }
}
