// Serves the console, the web page on which people use the API.
import { Controller, Get, Param, Redirect, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { AppError } from '#contracts';
import { ConsoleService } from './console.service.ts';

/** The name of a file holds the hash of its content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const PAGE = { public: true, page: true };

@ApiExcludeController()
@Controller()
export class ConsoleController {
  constructor(private readonly console: ConsoleService) {}

  @Get()
  @RouteConfig(PAGE)
  @Redirect('/console/', 302)
  start(): void {
    // The address of the gateway leads to its page.
  }

  @Get('console')
  @RouteConfig(PAGE)
  @Redirect('/console/', 308)
  folder(): void {
    // The addresses of the page's files are relative to the folder.
  }

  @Get('console/assets/:file')
  @RouteConfig(PAGE)
  asset(@Param('file') file: string, @Res() reply: FastifyReply): void {
    if (!this.console.has(file)) throw new AppError('NotFound');
    reply.header('cache-control', IMMUTABLE).sendFile(file, { cacheControl: false });
  }

  @Get('console/*')
  @RouteConfig(PAGE)
  page(@Param('*') path: string, @Res({ passthrough: true }) reply: FastifyReply): string {
    const page = path.startsWith('assets/') ? undefined : this.console.page();
    if (!page) throw new AppError('NotFound');
    reply.headers(page.headers);
    return page.html;
  }
}
