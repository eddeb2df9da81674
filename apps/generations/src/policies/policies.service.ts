// Reads the policies that hold in a workspace: the built-in table and its own rows.
import { Injectable } from '@nestjs/common';
import { AppError, type OwnPolicy, type Policy } from '#contracts';
import { Pages, type PageQuery, type Position } from '#platform/paging';
import { checkedLanguage } from '../settings/index.ts';
import { builtInRows, isListed, toOwnPolicy, toPolicy, type PolicyFilter } from './policies.rules.ts';
import { PoliciesStore } from './policies.store.ts';

/** Where a row stands in the list, in place of a time: ids of own rows sort by time. */
const BUILT_IN = 'built-in';
const OWN = 'own';

@Injectable()
export class PoliciesService {
  constructor(
    private readonly store: PoliciesStore,
    private readonly pages: Pages,
  ) {}

  /** One page as the JSON of a PolicyList: the built-in ones, then the newest. Errors: InvalidNextToken, InvalidArgument. */
  list(query: PageQuery, { marketplace, applicationId, builtIn, ...named }: PolicyFilter): Promise<string> {
    const language = checkedLanguage(named.language);
    return this.pages.readList<Policy>(
      {
        noun: 'policies',
        filters: [marketplace, applicationId, language, builtIn],
        toJson: (policy) => JSON.stringify(policy),
        rows: async (after) => {
          const all = await this.all(query.workspaceId);
          const filter = { marketplace, applicationId, language, builtIn };
          return all
            .slice(placeAfter(all, after))
            .filter((row) => isListed(row, filter))
            .map((row) => ({ ...row, cursorTime: row.builtIn ? BUILT_IN : OWN, cursorId: row.id }));
        },
      },
      query,
    );
  }

  /** A policy, whether built in or not. Errors: NotFound. */
  async get(workspaceId: string, id: string): Promise<Policy> {
    const found = (await this.all(workspaceId)).find((row) => row.id === id);
    if (!found) throw new AppError('NotFound');
    return found;
  }

  /** The rows of a workspace, as texts are checked by them. */
  async own(workspaceId: string): Promise<OwnPolicy[]> {
    return (await this.store.all(workspaceId)).map(toOwnPolicy);
  }

  private async all(workspaceId: string): Promise<Policy[]> {
    const own = await this.store.all(workspaceId);
    return [...builtInRows(own), ...own.map(toPolicy)];
  }
}

/** Index of the first row after a position; the row of the position may be gone. */
function placeAfter(rows: readonly Policy[], after: Position | undefined): number {
  if (!after) return 0;
  if (after.createdAt === BUILT_IN) return rows.findIndex(({ id }) => id === after.id) + 1;
  const place = rows.findIndex(({ builtIn, id }) => !builtIn && id < after.id);
  return place < 0 ? rows.length : place;
}
