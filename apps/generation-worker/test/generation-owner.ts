// Plays the owner of the generations: it answers as a test tells it to, and notes what the worker does.
import { Controller, Module } from '@nestjs/common';
import { z } from 'zod';
import {
  AppError,
  claimGeneration,
  finishGeneration,
  generationCancelled,
  releaseGeneration,
  renewGenerations,
  type GenerationOutcome,
  type GenerationTask,
} from '#contracts';
import { newId } from '#platform/context';
import { Bus, OnRequest } from '#platform/messaging';

type Claim = z.output<typeof claimGeneration.output>;

/** A generation, how its owner answers, and what happened to it. */
export interface Story {
  task: GenerationTask;
  /** Answers to the first claims, in order; later claims are granted. */
  before: Claim[];
  leaseMs: number;
  remainingMs: number;
  /** The answer to renewals; without one they fail. */
  held: boolean | undefined;
  accepts: boolean;
  /** True when the generation is cancelled before its claim is answered. */
  cancelledAtClaim: boolean;
  /** Number of finish requests that fail before one succeeds. */
  lostFinishes: number;
  /** Ends of attempts that the owner does not take, because it is away. */
  lostReleases: number;
  workers: string[];
  /** What happened, in order; `at` in milliseconds. */
  events: { what: string; at: number }[];
  /** What attempts without an outcome told. */
  attempts: Omit<z.output<typeof releaseGeneration.input>, 'generationId' | 'epoch'>[];
  outcome?: GenerationOutcome;
}

/** A generation whose owner answers everything at once, and takes what it is told. */
export function newStory(task: GenerationTask): Story {
  return {
    task,
    before: [],
    // Renewals are due at multiples of a third of the lease on the process's clock: none falls into a test by coincidence.
    leaseMs: 3_600_000,
    remainingMs: 60_000,
    held: true,
    accepts: true,
    cancelledAtClaim: false,
    lostFinishes: 0,
    lostReleases: 0,
    workers: [],
    events: [],
    attempts: [],
  };
}

/** The generations of the test, by id. */
export const stories = new Map<string, Story>();

function note(id: string, what: string): Story {
  const story = stories.get(id);
  if (!story) throw new AppError('NotFound');
  story.events.push({ what, at: performance.now() });
  return story;
}

@Controller()
class Owner {
  constructor(private readonly bus: Bus) {}

  @OnRequest(claimGeneration)
  claim({ generationId, worker }: z.output<typeof claimGeneration.input>): Claim {
    const story = note(generationId, 'claim');
    if (story.cancelledAtClaim) this.bus.notify(generationCancelled, generationId, { id: generationId });
    story.workers.push(worker);
    const { task, leaseMs, remainingMs } = story;
    return (
      story.before.shift() ?? {
        state: 'claimed',
        epoch: story.workers.length,
        invocationId: newId(),
        leaseMs,
        remainingMs,
        task,
      }
    );
  }

  @OnRequest(renewGenerations)
  renew({ leases }: z.output<typeof renewGenerations.input>): { held: boolean[] } {
    const answers = leases.map(({ generationId }) => note(generationId, 'renew').held);
    const held = answers.filter((answer) => answer !== undefined);
    if (held.length < answers.length) throw new AppError('Unavailable');
    return { held };
  }

  @OnRequest(releaseGeneration)
  release({ generationId, epoch: _, ...attempt }: z.output<typeof releaseGeneration.input>): {
    held: boolean;
  } {
    const story = note(generationId, 'release');
    story.lostReleases -= 1;
    if (story.lostReleases >= 0) throw new AppError('Unavailable');
    story.attempts.push(attempt);
    return { held: true };
  }

  @OnRequest(finishGeneration)
  finish({ generationId, outcome }: z.output<typeof finishGeneration.input>): { accepted: boolean } {
    const story = note(generationId, 'finish');
    story.lostFinishes -= 1;
    if (story.lostFinishes >= 0) throw new AppError('Unavailable');
    story.outcome = outcome;
    return { accepted: story.accepts };
  }
}

@Module({ controllers: [Owner] })
export class OwnerModule {}
