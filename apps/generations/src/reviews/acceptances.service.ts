// Accepts results: has the chosen text, or the version that a person wrote, written to the product or a document.
import { Injectable } from '@nestjs/common';
import { AppError, type acceptGeneration, type Actor, type Generation, type InputOf } from '#contracts';
import { GenerationsService } from '../intake/index.ts';
import { documentContentOf, patchesOf } from '../generation-record/index.ts';
import { ChoicesService, type Result } from './choices.service.ts';
import { DocumentAcceptancesService } from './document-acceptances.service.ts';
import { ProductAcceptancesService, routeOf } from './product-acceptances.service.ts';
import { hasNoResult, reviewOf } from './reviews.service.ts';
import { ReviewsStore } from './reviews.store.ts';

/** An acceptance as a person asks for it; `ifVersion` is that of the product or document. */
type Acceptance = Omit<InputOf<typeof acceptGeneration>, 'actor'>;

@Injectable()
export class AcceptancesService {
  constructor(
    private readonly store: ReviewsStore,
    private readonly choices: ChoicesService,
    private readonly products: ProductAcceptancesService,
    private readonly documents: DocumentAcceptancesService,
    private readonly generations: GenerationsService,
  ) {}

  /**
   * Writes a result to its product or to a document, whose version `ifVersion` names. Errors: NotFound, InvalidState (there is
   * no result, or no product), InvalidArgument, UnknownReference, VersionMismatch, QuotaExceeded, TooManyRequests, Idempotency*,
   * those of `Bus.request`.
   */
  async accept(actor: Actor, { id, body, ifVersion, idempotencyKey: key }: Acceptance): Promise<Generation> {
    const { workspaceId } = actor;
    const once = { workspaceId, route: routeOf(id), key, body };
    if (await this.products.isRepeat(id, once)) return this.generations.get(workspaceId, id);
    const found = await this.result(workspaceId, id, body.result !== undefined);
    const { product } = found;
    const { texts, ...chosen } = await this.choices.choose(actor, found, body);
    const patchOf = patchesOf(texts);
    const to = body.to ?? (product && patchOf && body.documentId === undefined ? 'product' : 'document');
    const decided = { ...reviewOf(actor, 'ACCEPTED'), to, ...chosen };
    if (to === 'document') {
      const { title } = found;
      const content = documentContentOf(texts.flatMap(({ paragraphs }) => paragraphs));
      const text = { documentId: body.documentId, ifVersion, title, content };
      await this.documents.accept({ ...actor, id }, text, decided, once);
    } else {
      if (!product)
        throw new AppError('InvalidState', {
          target: 'to',
          message: 'The generation has no product. Accept it into a document.',
        });
      if (!patchOf)
        throw new AppError('InvalidState', {
          target: 'to',
          message: 'The application writes for no field of products. Accept the result into a document.',
        });
      const { id: productId } = product;
      const review = { ...decided, id: productId };
      const text = { workspaceId, generationId: id, productId, patchOf, review };
      await this.products.accept(text, ifVersion, once);
    }
    return this.generations.get(workspaceId, id);
  }

  /**
   * The result of a generation, or its draft: this one, which the quality check has refused, only for an acceptance of a
   * person's own version (`isOwn`). Errors: NotFound, InvalidState.
   */
  private async result(workspaceId: string, id: string, isOwn: boolean): Promise<Result> {
    const found = await this.store.find(workspaceId, id);
    if (!found) throw new AppError('NotFound');
    const { result, draft } = found;
    if (result !== null) return { ...found, result };
    if (draft === null) throw hasNoResult();
    const message = 'The quality check has refused this text. Send your own version of it as `result`.';
    if (!isOwn) throw new AppError('InvalidState', { target: 'result', message });
    return { ...found, result: draft };
  }
}
