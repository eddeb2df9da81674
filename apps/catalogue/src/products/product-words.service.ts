// Looks at the known words of products again and again, so that those of products that are gone go, too.
import { Injectable } from '@nestjs/common';
import { Every } from '#platform/resilience';
import { ProductWordsStore, type WordPosition } from './product-words.store.ts';

/** Words of one round, which take Postgres some 100 ms; each instance has a round every ten seconds. */
const WORDS = 2000;

@Injectable()
export class ProductWordsService {
  /** The last word of the round before; undefined when all have been looked at. */
  private last: WordPosition | undefined;

  constructor(private readonly words: ProductWordsStore) {}

  /** One round; public so that a test need not wait. */
  @Every('words of products', 10_000)
  async forgetUnused(): Promise<void> {
    this.last = await this.words.forgetUnused(this.last, WORDS);
  }
}
