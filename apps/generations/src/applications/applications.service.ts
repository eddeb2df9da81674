// Reads applications: the built-in ones, and those of a workspace with their versions.
import { Injectable } from '@nestjs/common';
import { AppError, isBuiltIn, type ApplicationRecord } from '#contracts';
import { Pages, type PageQuery, type RowPosition } from '#platform/paging';
import { BUILT_IN, toApplication, type CustomRecord } from './applications.rules.ts';
import { ApplicationsStore } from './applications.store.ts';

/** Position of the built-in applications in the list, in place of a time. */
const BUILT_IN_TIME = 'built-in';
/** Above every version. */
const NO_VERSION_YET = 2 ** 31 - 1;

@Injectable()
export class ApplicationsService {
  constructor(
    private readonly store: ApplicationsStore,
    private readonly pages: Pages,
  ) {}

  /** One page as the JSON of an ApplicationList: the built-in ones, then the newest. Errors: InvalidNextToken. */
  list(query: PageQuery): Promise<string> {
    return this.pages.readList<ApplicationRecord>(
      {
        noun: 'applications',
        filters: [],
        toJson: (application) => JSON.stringify(application),
        rows: async (after, count) => {
          const builtIn = after ? after.createdAt === BUILT_IN_TIME : true;
          const first = builtIn ? BUILT_IN.slice(BUILT_IN.findIndex(({ id }) => id === after?.id) + 1) : [];
          const own = await this.store.list(query.workspaceId, builtIn ? undefined : after, count);
          return [
            ...first.map((one) => ({ ...one, cursorTime: BUILT_IN_TIME, cursorId: one.id })),
            ...own.map(({ cursorTime, cursorId, ...row }) => ({
              ...toApplication(row),
              cursorTime,
              cursorId,
            })),
          ].slice(0, count);
        },
      },
      query,
    );
  }

  /** An application at a version, by default the latest; undefined when there is none. */
  async find(workspaceId: string, id: string, version?: number): Promise<ApplicationRecord | undefined> {
    const builtIn = BUILT_IN.find((one) => one.id === id);
    if (!builtIn) return this.store.find(workspaceId, id, version);
    return version === undefined || version === builtIn.version ? builtIn : undefined;
  }

  /**
   * An application of the workspace that something new can be written with, at a version, by default the latest; undefined
   * when there is none, and for a built-in one.
   */
  async custom(workspaceId: string, id: string, version?: number): Promise<CustomRecord | undefined> {
    const found = isBuiltIn(id) ? undefined : await this.store.find(workspaceId, id, version);
    const { instructions } = found ?? {};
    return found?.archivedAt === undefined && instructions !== undefined
      ? { ...(found as ApplicationRecord), instructions }
      : undefined;
  }

  /** An application, whether built in or not. Errors: NotFound. */
  async get(workspaceId: string, id: string, version?: number): Promise<ApplicationRecord> {
    const application = await this.find(workspaceId, id, version);
    if (!application) throw new AppError('NotFound');
    return application;
  }

  /** One page as the JSON of an ApplicationVersionList, the latest first. Errors: NotFound, InvalidNextToken. */
  async versions(query: PageQuery, id: string): Promise<string> {
    const latest = await this.get(query.workspaceId, id);
    return this.pages.readList<ApplicationRecord>(
      {
        noun: 'versions',
        filters: [id],
        toJson: (application) => JSON.stringify(application),
        rows: async (after, count) => {
          const below = after ? Number(after.createdAt) : NO_VERSION_YET;
          const all = latest.builtIn
            ? [latest]
            : (await this.store.versions(query.workspaceId, id, below, count)).map(toApplication);
          return all.map((one) => ({ ...one, ...positionOf(one) }));
        },
      },
      query,
    );
  }
}

/** Versions are listed by their numbers. */
function positionOf({ id, version }: ApplicationRecord): RowPosition {
  return { cursorTime: String(version), cursorId: id };
}
