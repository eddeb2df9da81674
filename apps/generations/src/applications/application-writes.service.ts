// Creates applications of a workspace, changes and archives them, as a person asks for it.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  applicationUpdated,
  isBuiltIn,
  limitOf,
  type AnswerOf,
  type ApplicationDefinition,
  type ApplicationRecord,
  type createApplication,
  type LimitedWorkspace,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { invalidArgument, versionMismatch } from '#platform/errors';
import { LockBulkhead, storedAnswer, withIdempotencyKey } from '#platform/idempotency';
import { Outbox } from '#platform/outbox';
import type { Config } from '../config.ts';
import { SettingsService } from '../settings/index.ts';
import type { ApplicationEntity } from './applications.entity.ts';
import { firstVersion, toApplication } from './applications.rules.ts';
import { ApplicationsStore } from './applications.store.ts';
import { checksOf } from './definitions.rules.ts';

/** The application that a write is for. */
interface WriteTarget {
  workspaceId: string;
  id: string;
  /** The write is refused unless this is the latest version. */
  ifVersion: number | undefined;
}

@Injectable()
export class ApplicationWritesService {
  private readonly bulkhead = new LockBulkhead();

  constructor(
    private readonly database: Database,
    private readonly store: ApplicationsStore,
    private readonly outbox: Outbox,
    private readonly settings: SettingsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Creates an application. Errors: InvalidArgument, QuotaExceeded, IdempotencyKeyReused, IdempotencyInProgress. */
  async create(
    limited: LimitedWorkspace,
    body: ApplicationDefinition,
    key: string | undefined,
  ): Promise<AnswerOf<typeof createApplication>> {
    const { workspaceId } = limited;
    const request = { workspaceId, route: 'applications', key, body };
    // The model of an earlier request with the key may be enabled no more, and the first answer holds all the same.
    if (!(await storedAnswer(this.database, request))) await this.checked(body);
    const { answer, replayed } = await this.bulkhead.forWorkspace(this.database, request, (tx) =>
      withIdempotencyKey(tx, request, async () => {
        const most = limitOf(limited, 'applications', this.config.LIMIT_APPLICATIONS);
        if ((await this.store.lockAndCount(tx, workspaceId)) >= most)
          throw new AppError('QuotaExceeded', {
            target: 'applications',
            message: `A workspace has at most ${most} applications, archived ones included. Change one of them instead.`,
          });
        const made = { id: newId(), createdAt: new Date() };
        await this.store.insert(tx, { workspaceId, ...made }, body);
        return made;
      }),
    );
    const createdAt = new Date(answer.createdAt); // that of a replay was stored as JSON
    return { application: firstVersion(body, answer.id, createdAt), replayed };
  }

  /**
   * Makes the next version of an application. Errors: MethodNotAllowed for a built-in one, InvalidArgument, NotFound,
   * VersionMismatch, QuotaExceeded.
   */
  async replace(
    target: WriteTarget & LimitedWorkspace,
    body: ApplicationDefinition,
  ): Promise<ApplicationRecord> {
    assertOwn(target.id);
    const definition = await this.checked(body);
    const { workspaceId } = target;
    return this.bulkhead.forWorkspace(this.database, target, async (tx) => {
      const last = await this.lock(tx, target);
      const most = limitOf(target, 'applicationVersions', this.config.LIMIT_APPLICATION_VERSIONS);
      if (last.version >= most)
        throw new AppError('QuotaExceeded', {
          target: 'version',
          message: `An application has at most ${most} versions. Create another application.`,
        });
      const row = await this.store.replace(tx, last, definition);
      const data = { workspaceId, applicationId: row.id, version: row.version };
      this.outbox.events(tx, applicationUpdated, [{ subject: row.id, data }]);
      return toApplication(row);
    });
  }

  /** Archives an application. Errors: MethodNotAllowed for a built-in one, NotFound, VersionMismatch. */
  async archive(target: WriteTarget): Promise<void> {
    assertOwn(target.id);
    return this.bulkhead.forWorkspace(this.database, target, async (tx) =>
      this.store.archive(tx, await this.lock(tx, target)),
    );
  }

  /**
   * A definition that can be run; `at` is where it stands in the request. Errors: InvalidArgument with the place of the
   * first fault.
   */
  async checked(body: ApplicationDefinition, at: string[] = []): Promise<ApplicationDefinition> {
    for (const check of checksOf(body)) {
      const fault = check();
      if (fault) throw invalidArgument([{ ...fault, path: [...at, ...fault.path] }]);
      await nextTurn();
    }
    this.settings.check(body.environment ?? {});
    return body;
  }

  private async lock(
    tx: Transaction,
    { workspaceId, id, ifVersion }: WriteTarget,
  ): Promise<ApplicationEntity> {
    const application = await this.store.lock(tx, workspaceId, id);
    if (!application) throw new AppError('NotFound');
    const { version } = application;
    if (ifVersion !== undefined && ifVersion !== version) throw versionMismatch(version);
    return application;
  }
}

/** Refuses the id of a built-in application, which can only be read. Errors: MethodNotAllowed. */
function assertOwn(id: string): void {
  if (isBuiltIn(id)) throw new AppError('MethodNotAllowed');
}
