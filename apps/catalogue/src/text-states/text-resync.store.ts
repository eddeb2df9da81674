// Notes how far the texts are brought up to date, and takes back those that generations does not know.
import { Injectable } from '@nestjs/common';
import type { TextKey } from '#contracts';
import { Database, HIGHEST_ID, LOWEST_ID, selectList } from '#platform/database';
import type { TextResyncEntity } from './text-states.entity.ts';

/** Texts that one statement takes back. */
const TOGETHER = 1000;

/** Texts between two keys, the last one included, about which generations has told all that it knows. */
export interface ResyncPage {
  /** Undefined before the first. */
  after: TextKey | undefined;
  /** Undefined for all that follow. */
  last: TextKey | undefined;
  /** A version below those that it told. */
  since: number;
}

/** How far a resync is. */
export interface ResyncProgress {
  /** Texts that generations told so far. */
  told: number;
  /** Texts that were taken back so far, because generations has none such. */
  removed: number;
  isDone: boolean;
}

const FIRST: TextKey = { workspaceId: LOWEST_ID, productId: LOWEST_ID, applicationId: '' };
const LAST: TextKey = { workspaceId: HIGHEST_ID, productId: HIGHEST_ID, applicationId: '' };
const valuesOf = ({ workspaceId, productId, applicationId }: TextKey): string[] => [
  workspaceId,
  productId,
  applicationId,
];
const KEY = 'workspace_id, product_id, application_id';

/** SQL about sets of texts, and about a row that instances share. */
@Injectable()
export class TextResyncStore {
  constructor(private readonly database: Database) {}

  /** Begins a resync, unless one is not done yet. */
  async begin(): Promise<void> {
    await this.database.system(
      `INSERT INTO text_resync AS known (is_only) VALUES (true) ON CONFLICT (is_only) DO UPDATE
       SET after = NULL, told = 0, removed = 0, started_at = now(), ended_at = NULL WHERE known.ended_at IS NOT NULL`,
      [],
    );
  }

  /** How far the last resync is; undefined when there was none. */
  async progress(): Promise<ResyncProgress | undefined> {
    const [row] = await this.database.system<ResyncProgress>(
      `SELECT told::float8 AS told, removed::float8 AS removed, ended_at IS NOT NULL AS "isDone" FROM text_resync`,
      [],
    );
    return row;
  }

  /** The resync that is not done; undefined without one. */
  async open(): Promise<Pick<TextResyncEntity, 'after'> | undefined> {
    const text = 'SELECT after FROM text_resync WHERE ended_at IS NULL';
    const [row] = await this.database.system<Pick<TextResyncEntity, 'after'>>(text, []);
    return row;
  }

  /** Notes that a page is done, unless another instance was faster. */
  async noteDone({ after, last }: ResyncPage, told: number): Promise<void> {
    await this.database.system(
      `UPDATE text_resync SET after = $2::json, told = told + $3,
         ended_at = CASE WHEN $2::json IS NULL THEN now() END
       WHERE ended_at IS NULL AND after::text IS NOT DISTINCT FROM $1::text`,
      [jsonOf(after), jsonOf(last), told],
    );
  }

  /**
   * Takes back the first texts of a page that generations has not told, and counts them. Returns the last of them, after which
   * the page goes on; undefined when there are no more.
   */
  async removeUntold({ after = FIRST, last = LAST, since }: ResyncPage): Promise<TextKey | undefined> {
    const removed = await this.database.system<TextKey>(
      `WITH found AS MATERIALIZED (
         SELECT ${KEY} FROM product_text
         WHERE (${KEY}) > ($1::uuid, $2::uuid, $3::text) AND (${KEY}) <= ($4::uuid, $5::uuid, $6::text)
           AND state IS NOT NULL AND version < $7
         ORDER BY ${KEY} LIMIT ${TOGETHER} FOR UPDATE
       ), taken AS (
         UPDATE product_text SET state = NULL, generation_id = NULL, version = $7
         WHERE (${KEY}) IN (SELECT * FROM found)
       ), counted AS (
         UPDATE text_resync SET removed = removed + (SELECT count(*) FROM found) WHERE EXISTS (SELECT FROM found)
       ) SELECT ${selectList(['workspaceId', 'productId', 'applicationId'])} FROM found ORDER BY ${KEY}`,
      [...valuesOf(after), ...valuesOf(last), since],
    );
    return removed.length === TOGETHER ? removed.at(-1) : undefined;
  }
}

function jsonOf(key: TextKey | undefined): string | null {
  if (!key) return null;
  const { workspaceId, productId, applicationId } = key;
  return JSON.stringify({ workspaceId, productId, applicationId });
}
