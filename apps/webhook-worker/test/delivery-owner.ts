// Plays the owner of the deliveries: it answers as a test tells it to, and notes what the worker does.
import { Controller, Module } from '@nestjs/common';
import type { z } from 'zod';
import { AppError, claimDelivery, reportDelivery } from '#contracts';
import { OnRequest } from '#platform/messaging';

type Claim = z.output<typeof claimDelivery.output>;
type Report = z.output<typeof reportDelivery.input>;

/** A delivery, how its owner answers, and what happened to it. */
export interface Story {
  letter: Pick<Extract<Claim, { state: 'claimed' }>, 'url' | 'eventId' | 'body' | 'secrets'>;
  /** Answers to the first claims, in order; later claims are granted. */
  before: Claim[];
  /** Number of reports that fail before one succeeds. */
  lostReports: number;
  claims: number;
  reports: Report[];
}

/** The deliveries of the test, by id. */
export const stories = new Map<string, Story>();

function storyOf(id: string): Story {
  const story = stories.get(id);
  if (!story) throw new AppError('NotFound');
  return story;
}

@Controller()
class DeliveryOwner {
  @OnRequest(claimDelivery)
  claim({ deliveryId }: z.output<typeof claimDelivery.input>): Claim {
    const story = storyOf(deliveryId);
    story.claims += 1;
    const granted = { state: 'claimed', epoch: story.claims, leaseMs: 60_000, ...story.letter } as const;
    return story.before.shift() ?? granted;
  }

  @OnRequest(reportDelivery)
  report(report: Report): { accepted: boolean } {
    const story = storyOf(report.deliveryId);
    story.lostReports -= 1;
    if (story.lostReports >= 0) throw new AppError('Unavailable');
    story.reports.push(report);
    return { accepted: true };
  }
}

@Module({ controllers: [DeliveryOwner] })
export class DeliveryOwnerModule {}
