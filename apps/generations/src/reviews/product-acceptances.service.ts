// Writes accepted texts to products. The catalogue is another database, so an acceptance is noted before the edit and
// removed with the record of the review: what a crash or a lost answer leaves is repeated until its outcome is known.
// The edit names the version that was seen, so it never replaces anything newer, and its key, so it is made once.
import { Injectable } from '@nestjs/common';
import { AppError, type Product } from '#contracts';
import { currentContext, newId, withContext } from '#platform/context';
import { Database } from '#platform/database';
import {
  forgetAnswer,
  storedAnswer,
  withIdempotencyKey,
  type IdempotentRequest,
} from '#platform/idempotency';
import { logger } from '#platform/observability';
import { Every, KeyedMutex, WorkLoop } from '#platform/resilience';
import { ProductLookupService } from '../products/index.ts';
import { withEarlierParts } from '../generation-record/index.ts';
import { AcceptancesStore, type Acceptance } from './acceptances.store.ts';
import { ProductEditsClient } from './product-edits.client.ts';
import { ReviewsService, type Decision } from './reviews.service.ts';
import type { Reviewed } from './reviews.store.ts';

const log = logger('acceptances');

/** Most acceptances that are taken at once. */
const BATCH = 20;

/** Acceptances of one product that wait or run in this process, and the longest wait in milliseconds. */
const TURNS = { max: 100, waitMs: 2000 };

/** Answers of the catalogue after which the edit is not and will not be made. */
const REFUSALS = new Set<string>(['NotFound', 'VersionMismatch', 'InvalidArgument']);

/** An accepted text for a product. */
export interface ProductText extends Omit<Acceptance, 'id' | 'requestId' | 'ifVersion' | 'patch'> {
  /** The change that brings the text into the product as it is now. */
  patchOf: (product: Product) => Acceptance['patch'];
}

/** What is stored for a key: the acceptance that it noted; nothing for one into a document. */
interface Noted {
  acceptance?: string;
}

/** The route of acceptances of a generation, for their keys. */
export const routeOf = (generationId: string): string => `generations/${generationId}/accept`;

@Injectable()
export class ProductAcceptancesService {
  /** Of many at once, each would otherwise see the version of another one and begin anew. */
  private readonly turns = new KeyedMutex(TURNS);
  private readonly loop = new WorkLoop<Acceptance>({
    find: () => this.store.takeDue(BATCH),
    work: (due) => withContext({ ...currentContext(), requestId: due.requestId }, () => this.repeat(due)),
  });

  constructor(
    private readonly database: Database,
    private readonly store: AcceptancesStore,
    private readonly reviews: ReviewsService,
    private readonly products: ProductLookupService,
    private readonly edits: ProductEditsClient,
  ) {}

  /**
   * Writes a text to its product and records it, once for its key; `ifVersion` is the version that the person means. Errors:
   * NotFound, InvalidState when the product was deleted, VersionMismatch, InvalidArgument, Idempotency*, those of `Bus.request`.
   */
  accept(text: ProductText, ifVersion: number | undefined, once: IdempotentRequest): Promise<void> {
    return this.turns.run(text.productId, () => this.acceptNow(text, ifVersion, once));
  }

  /**
   * True of a repeat of an acceptance that was made, into a document too; one whose outcome is not known is brought to its end.
   * Errors: IdempotencyKeyReused, those of `accept`.
   */
  async isRepeat(generationId: string, once: IdempotentRequest): Promise<boolean> {
    const stored = await storedAnswer<Noted>(this.database, once);
    return stored !== undefined && this.goOn(generationId, stored.answer, once);
  }

  /** Brings a noted acceptance to its end; false when it has been refused meanwhile, which leaves its key to another try. */
  private async goOn(
    generationId: string,
    { acceptance: id }: Noted,
    once: IdempotentRequest,
  ): Promise<boolean> {
    if (id === undefined) return true;
    const open = await this.store.find({ workspaceId: once.workspaceId, generationId, id });
    if (!open) return (await storedAnswer(this.database, once)) !== undefined;
    await this.settle(open, true);
    return true;
  }

  private async acceptNow(
    { patchOf, ...text }: ProductText,
    ifVersion: number | undefined,
    once: IdempotentRequest,
  ): Promise<void> {
    for (;;) {
      const present = await this.present(text);
      const seen = ifVersion ?? present.version ?? null;
      const id = newId();
      const requestId = currentContext()?.requestId ?? id;
      const acceptance = { ...text, patch: patchOf(present), id, requestId, ifVersion: seen };
      const { answer, replayed } = await this.note(acceptance, once);
      if (replayed) {
        if (await this.goOn(text.generationId, answer, once)) return;
        continue;
      }
      try {
        return await this.settle(acceptance, false);
      } catch (error) {
        // Somebody else was faster. A person who means any version means the one after that, too.
        if (ifVersion !== undefined || codeOf(error) !== 'VersionMismatch') throw error;
      }
    }
  }

  /** Notes an acceptance before its edit, and its key with it. */
  private note(
    acceptance: Acceptance,
    once: IdempotentRequest,
  ): Promise<{ answer: Noted; replayed: boolean }> {
    const { workspaceId, generationId, id } = acceptance;
    return this.database.forWorkspace(workspaceId, (tx) =>
      withIdempotencyKey<Noted>(tx, once, async () => {
        await this.reviews.decide(tx, { workspaceId, id: generationId }, async () => {
          await this.store.insert(tx, acceptance);
          return undefined;
        });
        return { acceptance: id };
      }),
    );
  }

  /** Repeats acceptances whose outcome is not known; public so that tests need not wait. */
  @Every('acceptances', 5000)
  settleDue(): Promise<void> {
    return this.loop.run();
  }

  private async repeat(acceptance: Acceptance): Promise<void> {
    const { generationId } = acceptance;
    try {
      await this.settle(acceptance, true);
      log.info({ generationId }, 'An acceptance was brought to its end');
    } catch (error) {
      const code = codeOf(error);
      if (code === undefined || !(REFUSALS.has(code) || code === 'InvalidState')) throw error;
      log.info({ generationId, code }, 'An acceptance was refused after its client had left');
    }
  }

  /**
   * Brings an acceptance to its end; on other errors than refusals its outcome stays unknown. One that is `isLate` is not the latest
   * where another has been made meanwhile. Errors as of `accept`.
   */
  private async settle(acceptance: Acceptance, isLate: boolean): Promise<void> {
    const { workspaceId, generationId } = acceptance;
    const version = await this.edit(acceptance);
    await this.database.forWorkspace(workspaceId, (tx) =>
      this.reviews.decide(tx, { workspaceId, id: generationId }, async (found) => {
        const isOpen = await this.store.remove(tx, acceptance);
        if (!isOpen) return undefined;
        return hasNewer(found, version) || (isLate && isIntoDocument(found, acceptance))
          ? besideNewer(found, acceptance)
          : { review: acceptance.review, version };
      }),
    );
  }

  private async edit(acceptance: Acceptance): Promise<number> {
    try {
      return await this.edits.edit(acceptance);
    } catch (error) {
      const code = codeOf(error);
      if (code === undefined || !REFUSALS.has(code)) throw error;
      const { workspaceId, generationId, id } = acceptance;
      await this.database.forWorkspace(workspaceId, async (tx) => {
        await this.store.remove(tx, acceptance);
        await forgetAnswer(tx, { workspaceId, route: routeOf(generationId) }, { acceptance: id });
      });
      throw code === 'NotFound' ? productDeleted() : error;
    }
  }

  private async present({ workspaceId, productId }: Pick<ProductText, 'workspaceId' | 'productId'>) {
    const product = await this.products.find(workspaceId, productId);
    if (!product) throw productDeleted();
    return product;
  }
}

/** True when the product has a text of the same generation that was written after this version. */
function hasNewer({ review, reviewVersion }: Reviewed, version: number): boolean {
  return review?.to === 'product' && reviewVersion !== null && reviewVersion > version;
}

/** True when a text of the same generation was accepted into a document since. */
function isIntoDocument({ review }: Reviewed, { review: own }: Acceptance): boolean {
  return review?.to === 'document' && (review.at ?? 0) >= (own.at ?? 0);
}

/** Parts of a listing that were written before others are accepted as well; the decision about a whole text has been replaced. */
function besideNewer({ review, reviewVersion }: Reviewed, older: Acceptance): Decision | undefined {
  if (review?.state !== 'ACCEPTED' || !older.review.parts || reviewVersion === null) return undefined;
  const newer = { ...review, state: review.state };
  return { review: withEarlierParts(older.review, newer), version: reviewVersion };
}

function codeOf(error: unknown): string | undefined {
  return error instanceof AppError ? error.code : undefined;
}

function productDeleted(): AppError {
  return new AppError('InvalidState', {
    target: 'to',
    message: 'The product was deleted. Restore it, or accept the result into a document.',
  });
}
