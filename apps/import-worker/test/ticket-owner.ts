// Whoever owns the tickets, as an import worker sees it: answers by the contracts as a test says, and remembers.
import { headers } from '@nats-io/transport-node';
import type { z } from 'zod';
import {
  AppError,
  claimFetchBatch,
  releaseFetchBatch,
  reportFetchBatch,
  type RequestDefinition,
} from '#contracts';
import { BusConnection, HEADER } from '#platform/messaging';
import type { BusConfig } from '#platform/config';
import { errorToWire } from '#platform/errors';

type Claim = z.infer<typeof claimFetchBatch.output>;
type Release = z.infer<typeof releaseFetchBatch.input>;
type Report = z.infer<typeof reportFetchBatch.input>;

/** The owner of the tickets. */
export interface TicketOwner {
  /** Answers to the next claims of a ticket, in order; an error is one. After them there is nothing to do. */
  claims: Map<string, (Claim | AppError)[]>;
  /** Whether what a worker tells is accepted. */
  accepts: boolean;
  /** Who claimed what, in order. */
  claimed: { batchId: string; worker: string; at: number }[];
  reports: Report[];
  /** Sizes of the reports as they arrived, in bytes. */
  reportBytes: number[];
  releases: Release[];
  close(): Promise<void>;
}

/** Puts the owner on the bus. */
export async function openTicketOwner(config: BusConfig): Promise<TicketOwner> {
  const bus = await BusConnection.open(config, 'catalogue');
  const owner: TicketOwner = {
    claims: new Map(),
    accepts: true,
    claimed: [],
    reports: [],
    reportBytes: [],
    releases: [],
    close: () => bus.onApplicationShutdown(),
  };
  const on = <I extends z.ZodType, O extends z.ZodType>(
    definition: RequestDefinition<I, O>,
    handle: (input: z.output<I>, bytes: number) => z.input<O> | AppError,
  ): void => {
    bus.nats.subscribe(definition.subject, {
      queue: 'catalogue',
      callback: (refused, message) => {
        if (refused) throw refused;
        const said = handle(definition.input.parse(message.json()), message.data.length);
        if (said instanceof AppError) {
          const error = headers();
          error.set(HEADER.error, said.code);
          message.respond(errorToWire(said), { headers: error });
        } else message.respond(JSON.stringify(definition.output.parse(said)));
      },
    });
  };
  on(claimFetchBatch, ({ batchId, worker }): Claim | AppError => {
    owner.claimed.push({ batchId, worker, at: performance.now() });
    return owner.claims.get(batchId)?.shift() ?? { state: 'nothing' };
  });
  on(reportFetchBatch, (report, bytes) => {
    owner.reports.push(report);
    owner.reportBytes.push(bytes);
    return { accepted: owner.accepts };
  });
  on(releaseFetchBatch, (release) => {
    owner.releases.push(release);
    return { accepted: owner.accepts };
  });
  await bus.nats.flush();
  return owner;
}
