// Reads the voices of a workspace, and chooses that of a generation.
import { Injectable } from '@nestjs/common';
import { AppError, NO_VOICE, type Voice } from '#contracts';
import type { PageQuery } from '#platform/paging';
import { chosenVoice, toVoice, type ChosenVoice } from './voices.rules.ts';
import { VoicesStore } from './voices.store.ts';

@Injectable()
export class VoicesService {
  constructor(private readonly store: VoicesStore) {}

  /** One page, newest first, as the JSON of a VoiceList. Errors: InvalidNextToken. */
  list(query: PageQuery): Promise<string> {
    return this.store.page(query);
  }

  /** A voice of the workspace. Errors: NotFound. */
  async get(workspaceId: string, id: string): Promise<Voice> {
    const row = await this.store.find(workspaceId, id);
    if (!row) throw new AppError('NotFound');
    return toVoice(row);
  }

  /**
   * The voice that a request names at `target`, by default that of the workspace; undefined for none. Errors:
   * UnknownReference.
   */
  async choose(
    workspaceId: string,
    named: string | undefined,
    target = 'environment.voice',
  ): Promise<ChosenVoice | undefined> {
    if (named === NO_VOICE) return undefined;
    const row = await (named === undefined
      ? this.store.findDefault(workspaceId)
      : this.store.find(workspaceId, named));
    if (!row && named !== undefined) throw new AppError('UnknownReference', { target });
    return row && chosenVoice(row);
  }
}
