// Tells the catalogue anew how all texts stand, when it no longer knows.
import { Injectable } from '@nestjs/common';
import { RETOLD_TEXTS, type AnswerOf, type retellTexts, type TextKey } from '#contracts';
import { Database } from '#platform/database';
import { TextRetellingStore } from './text-retelling.store.ts';

@Injectable()
export class TextRetellingService {
  constructor(
    private readonly database: Database,
    private readonly store: TextRetellingStore,
  ) {}

  /** The next texts, each in a new version. The first ones begin above all versions that were ever told. */
  retell(after: TextKey | undefined): Promise<AnswerOf<typeof retellTexts>> {
    return this.database.asSystem(async (tx) => {
      if (!after) await this.store.raiseVersions(tx);
      const since = await this.store.nextVersion(tx);
      const texts = await this.store.retell(tx, after, RETOLD_TEXTS);
      return { since, texts, isLast: texts.length < RETOLD_TEXTS };
    });
  }
}
