// Reading products: pages and single ones, as ready JSON.
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AppError, uuid, type ProductGenre } from '#contracts';
import { CursorsService } from './cursors.service.ts';
import { ProductsStore } from './products.store.ts';

/** Which page of products. */
export interface ProductPageQuery {
  genre?: ProductGenre | undefined;
  nextToken?: string | undefined;
  limit: number;
}

/** Reads products. */
@Injectable()
export class ProductsService {
  constructor(
    private readonly products: ProductsStore,
    private readonly cursors: CursorsService,
  ) {}

  /** One page, newest first, as the JSON of a ProductList. Errors: InvalidNextToken. */
  async list(workspaceId: string, { genre, nextToken, limit }: ProductPageQuery): Promise<string> {
    const bound = [workspaceId, genre ?? ''];
    const after = nextToken === undefined ? undefined : this.cursors.open(nextToken, ...bound);
    const page = await this.products.page(workspaceId, { genre, after, limit });
    const next = page.last ? `,"nextToken":"${this.cursors.seal(page.last, ...bound)}"` : '';
    return `{"products":[${page.json}]${next}}`;
  }

  /** One product as JSON. Errors: NotFound. */
  async get(workspaceId: string, id: string): Promise<string> {
    const json = isUuid(id) ? await this.products.find(workspaceId, id) : undefined;
    if (json === undefined) throw new AppError('NotFound', { target: 'id' });
    return json;
  }
}

/** Ids are opaque: a malformed one is an unknown one. */
function isUuid(id: string): boolean {
  return z.safeParse(uuid, id).success;
}
