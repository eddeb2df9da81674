// Serves the marketplace's catalog under one root path per region.
import { Controller, Get, Inject, NotFoundException, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { REGIONS } from '#contracts';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import { CatalogService, type CatalogCall } from './catalog.service.ts';
import type { Config } from '../config.ts';
import type { Item } from '../products/index.ts';
import { RATE } from './quota.service.ts';
import type { Page, Query } from './search.rules.ts';

type CatalogHttpRequest = FastifyRequest<{
  Params: { region: string; asin: string };
  Headers: { 'x-amz-access-token'?: string };
  Querystring: Query;
}>;

@Controller(':region/catalog/2022-04-01/items')
export class CatalogController {
  constructor(
    private readonly catalog: CatalogService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  search(
    @Req() request: CatalogHttpRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page<Item>> {
    return this.catalog.search(this.call(request, reply));
  }

  @Get(':asin')
  get(@Req() request: CatalogHttpRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Item> {
    return this.catalog.get(this.call(request, reply), request.params.asin);
  }

  private call({ params, headers, query }: CatalogHttpRequest, reply: FastifyReply): CatalogCall {
    const region = REGIONS.find((one) => one === params.region);
    if (!region) throw new NotFoundException();
    reply.header('x-amzn-RequestId', newId());
    if (this.config.SANDBOX_QUOTA) reply.header('x-amzn-RateLimit-Limit', RATE.toFixed(1));
    return { region, token: headers['x-amz-access-token'], query };
  }
}
