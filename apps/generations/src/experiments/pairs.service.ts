// Shows people pairs of texts without the names of their arms, and notes their votes.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  defined,
  holderOf,
  type Actor,
  type NextPair,
  type VotedPair,
  type VoteRequest,
} from '#contracts';
import { newId } from '#platform/context';
import { ComputedAnswers, Database } from '#platform/database';
import { JudgementsService } from '../judging/index.ts';
import { ExperimentsStore } from './experiments.store.ts';
import { PairsStore, type Judged, type PairRow } from './pairs.store.ts';

@Injectable()
export class PairsService {
  constructor(
    private readonly database: Database,
    private readonly experiments: ExperimentsStore,
    private readonly store: PairsStore,
    private readonly answers: ComputedAnswers,
    private readonly judgements: JudgementsService,
  ) {}

  /** A pair that the account has not judged. Errors: NotFound, TooManyRequests. */
  async next(actor: Actor, id: string): Promise<NextPair> {
    return this.nextOf(actor, await this.judged(actor, id));
  }

  /**
   * Notes a vote on a pair, and tells what the judge has said of it, and the next pair. Errors: NotFound, UnknownReference (of the
   * pair), InvalidState (another vote stands), TooManyRequests.
   */
  async vote(actor: Actor, id: string, body: VoteRequest): Promise<VotedPair> {
    const { workspaceId } = actor;
    const judged = await this.judged(actor, id);
    const voted = await this.database.forWorkspace(workspaceId, (tx) => this.store.vote(tx, judged, body));
    if (!voted) throw new AppError('UnknownReference', { target: 'pairId' });
    if (voted.winner !== body.winner)
      throw new AppError('InvalidState', {
        message: 'You have voted on this pair, and have seen its judgement.',
      });
    const { experimentId } = judged;
    const judgement = await this.judgements.ofPair(workspaceId, { ...voted, experimentId });
    return { ...(await this.nextOf(actor, judged)), ...defined({ judgement }) };
  }

  private nextOf(actor: Actor, judged: Judged): Promise<NextPair> {
    return this.answers.within(holderOf(actor), async () => {
      const left = await this.store.countOpen(judged);
      const pair = await this.database.forWorkspace(actor.workspaceId, async (tx) => {
        await this.store.choose(tx, judged, newId());
        return this.store.waiting(tx, judged);
      });
      return { left, ...(pair && { pair: shown(pair) }) };
    });
  }

  private async judged({ workspaceId, accountId }: Actor, id: string): Promise<Judged> {
    const experiment = await this.experiments.find(workspaceId, id);
    if (!experiment) throw new AppError('NotFound');
    const [first = '', ...others] = experiment.arms.map(({ batchId }) => batchId);
    const hasJudge = experiment.judge !== null;
    return { workspaceId, experimentId: experiment.id, accountId, hasJudge, first, others };
  }
}

function shown({ id, title, firstIsA, firstResult, result }: PairRow): NonNullable<NextPair['pair']> {
  return { id, title, a: firstIsA ? firstResult : result, b: firstIsA ? result : firstResult };
}
