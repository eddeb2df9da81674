// Statements about products that are named by their ids: which of them exist, and what is in them.
import { Injectable } from '@nestjs/common';
import { holderOf, type Actor, type ProductField } from '#contracts';
import { ComputedAnswers, Database } from '#platform/database';
import { notEditedByPerson, withoutAccepted } from './product-conditions.rules.ts';
import { SHOWN, SOURCE_JSON } from '../products/index.ts';

const OWN = `workspace_id = bound.workspace_id AND workspace_id = $1 AND ${SHOWN}`;

/** What the products of a batch have to be, besides named by their ids or by a filter. */
export interface Wanted {
  notEditedByPerson: readonly ProductField[];
  /** Id of an application of which they must have no accepted text, or only a stale one. */
  withoutAccepted: string | undefined;
}

/** Products that cost no more together than so many requests for one do, which are among the short reads. */
const FEW = 16;

// SQL, because a set of products is looked up in one round trip.
@Injectable()
export class ProductChoicesStore {
  constructor(
    private readonly database: Database,
    private readonly computed: ComputedAnswers,
  ) {}

  /** Those of the ids that products of the workspace have; true for those that are wanted. */
  async findIds(workspaceId: string, ids: readonly string[], wanted: Wanted): Promise<Map<string, boolean>> {
    const isChosen = `${notEditedByPerson('$3')} AND ${withoutAccepted('$4')}`;
    const text = `SELECT id, ${isChosen} AS "isChosen" FROM product WHERE ${OWN} AND id = ANY ($2)`;
    const values = [ids, wanted.notEditedByPerson, wanted.withoutAccepted ?? null];
    const rows = await this.database.readAlone(workspaceId, text, values);
    return new Map((rows as { id: string; isChosen: boolean }[]).map((row) => [row.id, row.isChosen]));
  }

  /**
   * The JSON of products as it is in a list, without their texts, by their ids; null of those behind so many bytes in the order
   * of the ids, which are not read. More than a few take one of the holder's places for computed answers. Error: TooManyRequests.
   */
  async find(
    of: Pick<Actor, 'workspaceId' | 'holderId'>,
    ids: readonly string[],
    bytes: number,
  ): Promise<Map<string, string | null>> {
    const values = [ids, bytes];
    const rows: { id: string; json: string | null }[] = await (ids.length <= FEW
      ? this.database.read(of.workspaceId, FIND, values)
      : this.computed.within(holderOf(of), () => this.database.readAlone(of.workspaceId, FIND, values)));
    return new Map(rows.map(({ id, json }) => [id, json]));
  }
}

const FIND = `SELECT id, CASE WHEN bytes_before <= $3 THEN ${SOURCE_JSON} END AS json FROM (
    SELECT *, sum(content_bytes) OVER (ORDER BY array_position($2::uuid[], id)) - content_bytes AS bytes_before
    FROM product WHERE ${OWN} AND id = ANY ($2)
  ) AS product`;
