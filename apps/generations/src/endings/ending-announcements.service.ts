// Tells others of ended generations: by an event, and once the end is committed, waiting clients, workers, the admission and the metrics.
import { Inject, Injectable } from '@nestjs/common';
import {
  generationFailed,
  generationSucceeded,
  modelNames,
  type Generation,
  type GenerationErrorCode,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { withContext } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';
import type { Config } from '../config.ts';
import { durations, generations, OTHER_MODEL } from '../metrics.ts';
import { GenerationAdmissionService } from '../queue/index.ts';
import { EndingNoticesService } from './ending-notices.service.ts';
import type { EndedGeneration } from './endings.store.ts';

@Injectable()
export class EndingAnnouncementsService {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly notices: EndingNoticesService,
    private readonly admission: GenerationAdmissionService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Announces ended generations, those of experiments by no event; without an error code they are successes. */
  announce(
    tx: Transaction,
    ended: readonly EndedGeneration[],
    errorCode: GenerationErrorCode | undefined,
  ): void {
    const told = ended.filter(({ experimentId }) => experimentId === null);
    for (const one of told) this.publish(tx, one, errorCode);
    let records = (): Generation[] => [];
    if (errorCode === undefined)
      this.database.beforeCommit(tx, async () => {
        records = await this.notices.read(tx, ended);
      });
    this.database.afterCommit(tx, () => {
      for (const one of ended) this.count(one, errorCode);
      this.notices.send(ended, errorCode, records());
    });
  }

  private publish(
    tx: Transaction,
    { id, workspaceId, requestId }: EndedGeneration,
    errorCode: GenerationErrorCode | undefined,
  ): void {
    const data = { workspaceId, generationId: id };
    // In the context of the accepting request, so that its id leads to the event.
    withContext({ requestId }, () =>
      errorCode === undefined
        ? this.outbox.events(tx, generationSucceeded, [{ subject: id, data }])
        : this.outbox.events(tx, generationFailed, [{ subject: id, data: { ...data, errorCode } }]),
    );
  }

  private count(ended: EndedGeneration, errorCode: GenerationErrorCode | undefined): void {
    const isMember = ended.batchId !== null;
    this.admission.noteEnd(ended);
    if (isMember) this.admission.load.noteMemberEnd(ended.holderId);
    // Only enabled models get a label of their own, so that the number of labels stays small.
    const isEnabled = modelNames(this.config.MODEL_SERVERS).includes(ended.model);
    const model = isEnabled ? ended.model : OTHER_MODEL;
    const status = errorCode === undefined ? 'SUCCESS' : 'FAILED';
    const labels = { status, model, batch: String(isMember) };
    generations.inc({ ...labels, code: errorCode ?? '' });
    durations.observe(labels, ended.seconds);
  }
}
