// Requests about many products: lists, counts and choices.
import { Controller } from '@nestjs/common';
import {
  chooseProducts,
  countProducts,
  findProducts,
  holderOf,
  listProducts,
  type AnswerOf,
  type InputOf,
  type ProductCount,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { ProductChoicesService } from './product-choices.service.ts';
import { ProductCountsService } from './product-counts.service.ts';
import { ProductListService } from './product-list.service.ts';

@Controller()
export class ProductListsRpcController {
  constructor(
    private readonly lists: ProductListService,
    private readonly counts: ProductCountsService,
    private readonly choices: ProductChoicesService,
  ) {}

  @OnRequest(listProducts)
  list({ actor, limit, nextToken, ...filters }: InputOf<typeof listProducts>): Promise<string> {
    const { workspaceId } = actor;
    return this.lists.page({ workspaceId, holderId: holderOf(actor), limit, nextToken }, filters);
  }

  @OnRequest(countProducts)
  count({ actor, upTo, ...filters }: InputOf<typeof countProducts>): Promise<ProductCount> {
    const { workspaceId } = actor;
    return this.counts.count({ workspaceId, holderId: holderOf(actor) }, filters, upTo);
  }

  @OnRequest(findProducts)
  findMany(input: InputOf<typeof findProducts>): Promise<AnswerOf<typeof findProducts>> {
    return this.choices.find(input);
  }

  @OnRequest(chooseProducts)
  choose(input: InputOf<typeof chooseProducts>): Promise<AnswerOf<typeof chooseProducts>> {
    return this.choices.choose(input);
  }
}
