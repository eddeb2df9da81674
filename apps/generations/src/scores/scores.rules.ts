// The scores of a generation, from the columns of its row and of its ledger. Pure.
import { defined, withoutNulls, type GenerationScores } from '#contracts';
import type { GenerationEntity } from '../generation-record/index.ts';
import type { UsageSum } from '../usage/index.ts';

/** What the scores of a generation follow from. */
export interface ScoredRow extends Pick<GenerationEntity, 'status' | 'coverage' | 'scores' | 'review'> {
  /** Findings of its check; null where none was made. */
  findings: number | null;
  usage: UsageSum | null;
  /** Milliseconds from the last claim to the end; null when no worker ended it. */
  latencyMs: number | null;
}

/** A generation of an experiment that has run to its end. */
export interface ArmGeneration {
  id: string;
  arm: string;
  caseId: string;
  title: string;
  isSuccess: boolean;
  scores: GenerationScores;
}

/** The scores that are known of a generation. */
export function scoresOf(row: ScoredRow): GenerationScores {
  const { status, findings, coverage, scores, review, usage, latencyMs } = row;
  if (status === 'RUNNING') return {};
  const { inputTokens, outputTokens, costMicros } = usage ?? {};
  const keywords = coverage?.keywords ?? [];
  const { used = 0, of = 0 } = coverage?.facts ?? {};
  return {
    ...scores,
    ...defined({
      warnings: status === 'SUCCESS' ? (findings ?? 0) : undefined,
      factsCovered: shareOf(used, of),
      keywordsCovered: shareOf(keywords.filter(({ found }) => found.length > 0).length, keywords.length),
    }),
    ...withoutNulls({ latencyMs, ...defined({ inputTokens, outputTokens, costMicros }) }),
    ...ofPeople(review),
  };
}

function ofPeople(
  review: GenerationEntity['review'],
): Pick<GenerationScores, 'accepted' | 'edited' | 'rejected'> {
  if (review?.state === 'ACCEPTED')
    return { accepted: 1, rejected: 0, ...defined({ edited: review.editShare }) };
  return review?.state === 'REJECTED' ? { accepted: 0, rejected: 1 } : {};
}

function shareOf(some: number, all: number): number | undefined {
  return all === 0 ? undefined : Math.round((some / all) * 1000) / 1000;
}
