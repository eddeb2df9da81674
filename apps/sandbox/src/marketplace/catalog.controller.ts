// Serves the marketplace's catalog under one root path per region.
import { Controller, Get, Headers, Inject, NotFoundException, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { REGIONS, type Region } from '#contracts';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import { CatalogService, type CatalogCall } from './catalog.service.ts';
import type { Config } from '../config.ts';
import type { Item } from '../products/items.rules.ts';
import { RATE } from './quota.rules.ts';
import type { Page, Query as CatalogQuery } from './search.rules.ts';

@Controller(':region/catalog/2022-04-01/items')
export class CatalogController {
  constructor(
    private readonly catalog: CatalogService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  search(
    @Param('region') region: string,
    @Headers('x-amz-access-token') token: string | undefined,
    @Query() query: CatalogQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page<Item>> {
    return this.catalog.search(this.call(region, token, query, reply));
  }

  @Get(':asin')
  get(
    @Param() { region = '', asin = '' }: Record<string, string>,
    @Headers('x-amz-access-token') token: string | undefined,
    @Query() query: CatalogQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Item> {
    return this.catalog.get(this.call(region, token, query, reply), asin);
  }

  private call(
    region: string,
    token: string | undefined,
    query: CatalogQuery,
    reply: FastifyReply,
  ): CatalogCall {
    if (!isRegion(region)) throw new NotFoundException();
    reply.header('x-amzn-RequestId', newId());
    if (this.config.SANDBOX_QUOTA) reply.header('x-amzn-RateLimit-Limit', RATE.toFixed(1));
    return { region, token, query };
  }
}

function isRegion(text: string): text is Region {
  return (REGIONS as readonly string[]).includes(text);
}
