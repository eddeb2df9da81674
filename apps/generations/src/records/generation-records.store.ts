// Lists and deletes rows of the table generation for the people of a workspace.
import { Injectable } from '@nestjs/common';
import { isUuid, withoutNulls, type InputOf, type listGenerations } from '#contracts';
import {
  ComputedAnswers,
  Database,
  selectList,
  selectListWithout,
  type Transaction,
} from '#platform/database';
import { Pages, type ListSource, type PageQuery } from '#platform/paging';
import {
  FIND_UNMARKED,
  GenerationEntity,
  INTERNAL_PROPERTIES,
  IS_STALE,
} from '../generation-record/index.ts';
import { USAGE, type UsageSum } from '../usage/index.ts';
import { derivedFields } from '../intake/index.ts';
import { AcceptanceEntity } from '../reviews/index.ts';

/** A page, and who holds the workspace whose generations it has. */
export type GenerationPageQuery = PageQuery & { holderId: string };

/** Filters of the list; they hold together, and an undefined one filters nothing. */
export type GenerationFilters = Omit<InputOf<typeof listGenerations>, 'actor' | 'nextToken' | 'limit'>;

const OMITTED = [
  ...INTERNAL_PROPERTIES.filter((name) => name !== 'preview'),
  'inputs',
  'result',
  'draft',
  'claims',
  'coverage',
  'review',
] as const;
const COLUMNS = `${selectListWithout(GenerationEntity, [...OMITTED, 'stale'])}, ${IS_STALE} AS stale, review - 'result' AS review,
  ${USAGE} AS usage`;
type SummaryRow = Omit<GenerationEntity, Exclude<(typeof OMITTED)[number], 'review'>> & {
  usage: UsageSum | null;
};

/** A list of no generations. */
const NOTHING = { noun: 'generations', toJson: () => null, rows: () => Promise.resolve([]) };

const DELETED = ['workspaceId', 'productId', 'applicationId'] as const;
/** What is left to know of a deleted generation. */
type DeletedGeneration = Pick<GenerationEntity, (typeof DELETED)[number]>;

/**
 * True for filters of which one index has just the rows: one of them, or an application and a review, as the page of reviews asks;
 * and for those that run, which are few. Of other filters together, each row of one is looked at for the others, and those that
 * are not stale have no index.
 */
function isIndexed(filters: GenerationFilters): boolean {
  if (filters.status === 'RUNNING') return filters.stale === undefined;
  const { applicationId, review, createdAfter: _from, createdBefore: _to, ...others } = filters;
  const named = [applicationId ?? review, ...Object.values(others)].filter((value) => value !== undefined);
  return named.length <= 1 && filters.stale !== false;
}

@Injectable()
export class GenerationRecordsStore {
  constructor(
    private readonly database: Database,
    private readonly pages: Pages,
    private readonly computed: ComputedAnswers,
  ) {}

  /**
   * One page, newest first, as the JSON of a GenerationList; computed for the holder of the workspace where no index has just the
   * rows of its filters. Errors: InvalidNextToken, TooManyRequests.
   */
  async page(query: GenerationPageQuery, filters: GenerationFilters): Promise<string> {
    const { status, applicationId, documentId, productId, batchId, manual, stale, review } = filters;
    const { acceptedInto, createdAfter, createdBefore } = filters;
    // A malformed id is an unknown one, which nothing is linked to. No page of it has a cursor, so each one is refused.
    const ids = [documentId, acceptedInto, productId, batchId].filter((id) => id !== undefined);
    if (!ids.every(isUuid)) return this.pages.readList({ ...NOTHING, filters: ids }, query);
    const staleness = stale === undefined ? 'stale' : await this.staleness(query);
    const readsMany = staleness !== 'stale' || !isIndexed(filters);
    const source: ListSource<SummaryRow> = {
      readsMany,
      noun: 'generations',
      table: 'generation',
      columns: COLUMNS,
      toJson: (row) => JSON.stringify({ ...withoutNulls(row), ...derivedFields(row) }),
      filters: {
        status,
        manual: manual?.toString(),
        [staleness]: stale?.toString(),
      },
      equal: {
        product_id: productId,
        document_id: documentId,
        accepted_document_id: acceptedInto,
        batch_id: batchId,
        application_id: applicationId,
        review_state: review,
      },
      leading: ids.length === 0 && review !== undefined ? 2 : 1,
      createdAfter,
      createdBefore,
    };
    const read = (): Promise<string> => this.pages.read(source, query);
    return readsMany ? this.computed.within(query.holderId, read) : read();
  }

  /**
   * SQL: whether a generation is stale. By their marks an index finds them; only while a mark is missing the changes are looked
   * at.
   */
  private async staleness({ workspaceId }: PageQuery): Promise<string> {
    const unmarked = await this.database.read(workspaceId, FIND_UNMARKED, []);
    return unmarked.length > 0 ? IS_STALE : 'stale';
  }

  /** Deletes an ended generation, and its text that may be on its way to a product; undefined when there is none. */
  async delete(tx: Transaction, workspaceId: string, id: string): Promise<DeletedGeneration | undefined> {
    const [[deleted]] = await tx.query<[[DeletedGeneration?], number]>(
      `DELETE FROM generation WHERE workspace_id = $1 AND id = $2 AND status <> 'RUNNING'
       RETURNING ${selectList(DELETED)}`,
      [workspaceId, id],
    );
    // After the generation, whose lock an acceptance needs: none can be noted in between and be left behind.
    if (deleted) await tx.delete(AcceptanceEntity, { workspaceId, generationId: id });
    return deleted;
  }
}
