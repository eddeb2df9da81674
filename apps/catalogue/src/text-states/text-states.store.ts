// Writes the table product_text. SQL, because a statement takes a set and leaves out what is known already.
import { Injectable } from '@nestjs/common';
import { arraysOf, Database } from '#platform/database';
import type { TextStateEntity } from './text-states.entity.ts';

/** How a text stands since a version. */
export type TextState = Omit<TextStateEntity, 'version' | 'createdAt'> & { version: number };

@Injectable()
export class TextStatesStore {
  constructor(private readonly database: Database) {}

  /** Stores how texts stand, each unless a newer version is known or its product is gone. */
  async store(texts: readonly TextState[]): Promise<void> {
    await this.database.system(
      `INSERT INTO product_text AS known (workspace_id, product_id, application_id, state, generation_id, version, created_at)
       SELECT DISTINCT ON (text.workspace_id, product_id, application_id)
         text.workspace_id, product_id, application_id, state, generation_id, text.version, product.created_at
       FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::bigint[])
         AS text (workspace_id, product_id, application_id, state, generation_id, version)
       JOIN product ON product.workspace_id = text.workspace_id AND product.id = text.product_id
       ORDER BY text.workspace_id, product_id, application_id, text.version DESC
       ON CONFLICT (workspace_id, product_id, application_id) DO UPDATE
         SET state = excluded.state, generation_id = excluded.generation_id, version = excluded.version
         WHERE known.version < excluded.version`,
      arraysOf(texts, 'workspaceId', 'productId', 'applicationId', 'state', 'generationId', 'version'),
    );
  }
}
