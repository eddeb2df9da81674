// Creates, changes and deletes the voices of a workspace.
import { Injectable } from '@nestjs/common';
import { AppError, type AnswerOf, type createVoice, type Voice, type VoiceDefinition } from '#contracts';
import { newId } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { versionMismatch } from '#platform/errors';
import { LockBulkhead, withIdempotencyKey } from '#platform/idempotency';
import { changedVoice, checkSize, formerDefaults, newVoice, toVoice, type VoiceRow } from './voices.rules.ts';
import { VoicesStore } from './voices.store.ts';

/** The voice that a write is for. */
interface WriteTarget {
  workspaceId: string;
  id: string;
  /** The write is refused unless this is the present version. */
  ifVersion: number | undefined;
}

@Injectable()
export class VoiceWritesService {
  private readonly bulkhead = new LockBulkhead();

  constructor(
    private readonly database: Database,
    private readonly store: VoicesStore,
  ) {}

  /** Creates a voice. Errors: QuotaExceeded, IdempotencyKeyReused, IdempotencyInProgress. */
  async create(
    workspaceId: string,
    body: VoiceDefinition,
    key: string | undefined,
  ): Promise<AnswerOf<typeof createVoice>> {
    const request = { workspaceId, route: 'voices', key, body };
    const { answer, replayed } = await this.bulkhead.forWorkspace(this.database, request, (tx) =>
      withIdempotencyKey(tx, request, async () => {
        const others = await this.store.lockAll(tx, workspaceId);
        const made = newVoice(body, newId(), new Date());
        checkSize([made, ...others]);
        await this.replaceDefault(tx, workspaceId, others, made);
        await this.store.insert(tx, workspaceId, made);
        return { id: made.id, createdAt: made.createdAt };
      }),
    );
    const createdAt = new Date(answer.createdAt); // that of a replay was stored as JSON
    return { voice: toVoice(newVoice(body, answer.id, createdAt)), replayed };
  }

  /** Replaces a voice. Errors: NotFound, VersionMismatch, QuotaExceeded. */
  async replace(target: WriteTarget, body: VoiceDefinition): Promise<Voice> {
    const { workspaceId } = target;
    return this.bulkhead.forWorkspace(this.database, target, async (tx) => {
      const { all, found } = await this.lock(tx, target);
      const changed = changedVoice(found, body);
      if (changed === found) return toVoice(found);
      checkSize(all.map((row) => (row === found ? changed : row)));
      await this.replaceDefault(tx, workspaceId, all, changed);
      await this.store.update(tx, workspaceId, changed);
      return toVoice(changed);
    });
  }

  /** Deletes a voice. Errors: NotFound, VersionMismatch. */
  async delete(target: WriteTarget): Promise<void> {
    await this.bulkhead.forWorkspace(this.database, target, async (tx) => {
      const { found } = await this.lock(tx, target);
      await this.store.delete(tx, target.workspaceId, found.id);
    });
  }

  /** If `voice` is to be the default one, makes the former default one like the others. */
  private async replaceDefault(
    tx: Transaction,
    workspaceId: string,
    all: readonly VoiceRow[],
    voice: VoiceRow,
  ): Promise<void> {
    for (const former of formerDefaults(all, voice)) await this.store.update(tx, workspaceId, former);
  }

  private async lock(
    tx: Transaction,
    { workspaceId, id, ifVersion }: WriteTarget,
  ): Promise<{ all: VoiceRow[]; found: VoiceRow }> {
    const all = await this.store.lockAll(tx, workspaceId);
    const found = all.find((row) => row.id === id);
    if (!found) throw new AppError('NotFound');
    if (ifVersion !== undefined && ifVersion !== found.version) throw versionMismatch(found.version);
    return { all, found };
  }
}
