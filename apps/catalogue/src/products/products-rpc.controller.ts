// Requests about single products.
import { Controller } from '@nestjs/common';
import {
  createProduct,
  deleteProduct,
  editProduct,
  findProduct,
  getProduct,
  patchProduct,
  restoreProduct,
  type AnswerOf,
  type InputOf,
  type SourceProduct,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { ProductWritesService } from './product-writes.service.ts';
import { ProductsService } from './products.service.ts';

@Controller()
export class ProductsRpcController {
  constructor(
    private readonly products: ProductsService,
    private readonly writes: ProductWritesService,
  ) {}

  @OnRequest(getProduct)
  get({ actor, id }: InputOf<typeof getProduct>): Promise<string> {
    return this.products.get(actor.workspaceId, id);
  }

  @OnRequest(findProduct)
  find({ workspaceId, id }: InputOf<typeof findProduct>): Promise<SourceProduct> {
    return this.products.find(workspaceId, id);
  }

  @OnRequest(createProduct)
  create({
    actor,
    body,
    idempotencyKey,
  }: InputOf<typeof createProduct>): Promise<AnswerOf<typeof createProduct>> {
    return this.writes.create(actor, body, idempotencyKey);
  }

  @OnRequest(patchProduct)
  patch({ actor, id, ifVersion, body }: InputOf<typeof patchProduct>): Promise<string> {
    return this.writes.patch({ ...actor, id, ifVersion }, body);
  }

  @OnRequest(editProduct)
  edit({ body, key, ...target }: InputOf<typeof editProduct>): Promise<AnswerOf<typeof editProduct>> {
    return this.writes.edit(target, body, key);
  }

  @OnRequest(deleteProduct)
  async delete({
    actor,
    id,
    ifVersion,
  }: InputOf<typeof deleteProduct>): Promise<AnswerOf<typeof deleteProduct>> {
    await this.writes.delete({ workspaceId: actor.workspaceId, id, ifVersion });
    return {};
  }

  @OnRequest(restoreProduct)
  restore({ actor, id, ifVersion }: InputOf<typeof restoreProduct>): Promise<string> {
    return this.writes.restore({ workspaceId: actor.workspaceId, id, ifVersion });
  }
}
