// Finds accepted texts to learn from: the nearest category first, in it those that a person has edited.
import { Injectable } from '@nestjs/common';
import type { GenerationReview } from '#contracts';
import { arraysOf, Database } from '#platform/database';
import {
  type GenerationEntity,
  IS_STALE,
  usedApplication,
  type UsedVersion,
} from '../generation-record/index.ts';
import { upwards } from './categories.rules.ts';

/** What a new text is about. */
export interface Subject extends Pick<GenerationEntity, 'productId' | 'category'> {
  language: string;
}

/** An accepted text, and the place of its subject among those that were asked for. */
export interface FoundText extends Pick<GenerationEntity, 'id' | 'result'> {
  position: number;
  review: GenerationReview;
  application: UsedVersion;
}

/** Texts that are looked at in each category, and those that are read for a subject: some may be stale. */
const LOOKED_AT = 8;
const READ = 6;
/** Texts among which those that are looked at are found: the others are of the subject's own product. */
const PASSED_OVER = 100;

// A range of generation_accepted for each category upwards, and in it for edited texts and for others, so that the number of
// texts does not matter. Of one category the newest come first; of one product one text is enough.
const FIND = `
  SELECT nearest.position, generation.id, generation.result, generation.review, ${usedApplication('$1')}
  FROM (
    SELECT *, row_number() OVER (PARTITION BY position ORDER BY depth DESC, edited DESC, id DESC) AS place
    FROM (
      SELECT DISTINCT ON (position, coalesce(found.product_id, found.id)) position, depth, edited, found.id
      FROM unnest($3::int[], $4::int[], $5::text[], $6::uuid[], $7::text[])
        AS level (position, depth, language, product_id, category)
      CROSS JOIN (VALUES (true), (false)) AS kind (edited)
      CROSS JOIN LATERAL (
        SELECT near.id, near.product_id
        FROM (
          SELECT one.id, one.product_id, one.category FROM generation AS one
          WHERE one.workspace_id = $1 AND one.application_id = $2 AND one.language = level.language
            AND one.edited = kind.edited AND one.review_state = 'ACCEPTED' AND NOT one.stale
            AND one.category >= level.category AND one.category < level.category || chr(1114111)
          ORDER BY one.category DESC, one.id DESC LIMIT ${PASSED_OVER}
        ) AS near
        WHERE (near.product_id <> level.product_id) IS NOT FALSE
        ORDER BY near.category DESC, near.id DESC LIMIT ${LOOKED_AT}
      ) AS found
      ORDER BY position, coalesce(found.product_id, found.id), depth DESC, edited DESC, found.id DESC
    ) AS distinct_products
  ) AS nearest
  JOIN generation ON generation.workspace_id = $1 AND generation.id = nearest.id
  WHERE place <= ${READ} AND NOT ${IS_STALE}
  ORDER BY nearest.position, place`;

@Injectable()
export class LearningStore {
  constructor(private readonly database: Database) {}

  /**
   * Texts of an application for each subject, the nearest first; none about the subject's own product. A transaction, whose
   * time ends before that of the request: it is a step of accepting one, and reads more than `Database.read` may.
   */
  find(workspaceId: string, applicationId: string, subjects: readonly Subject[]): Promise<FoundText[]> {
    const levels = subjects.flatMap(({ category, ...about }, position) =>
      upwards(category).map((above, i, all) => ({ ...about, position, depth: all.length - i, above })),
    );
    const columns = arraysOf(levels, 'position', 'depth', 'language', 'productId', 'above');
    return this.database.forWorkspace(workspaceId, (tx) =>
      tx.query<FoundText[]>(FIND, [workspaceId, applicationId, ...columns]),
    );
  }
}
