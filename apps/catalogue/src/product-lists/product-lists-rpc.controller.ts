// Requests about many products: lists, counts and choices.
import { Controller } from '@nestjs/common';
import {
  chooseProducts,
  countProducts,
  findProducts,
  listProducts,
  type AnswerOf,
  type InputOf,
  type ProductCount,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { ProductChoicesService } from './product-choices.service.ts';
import { ProductListService } from './product-list.service.ts';

@Controller()
export class ProductListsRpcController {
  constructor(
    private readonly lists: ProductListService,
    private readonly choices: ProductChoicesService,
  ) {}

  @OnRequest(listProducts)
  list({
    actor: { workspaceId },
    limit,
    nextToken,
    ...filters
  }: InputOf<typeof listProducts>): Promise<string> {
    return this.lists.page({ workspaceId, limit, nextToken }, filters);
  }

  @OnRequest(countProducts)
  count({ actor, upTo, ...filters }: InputOf<typeof countProducts>): Promise<ProductCount> {
    return this.lists.count(actor.workspaceId, filters, upTo);
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
