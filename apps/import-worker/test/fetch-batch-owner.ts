// Stands in for the catalogue on the bus: answers claims of fetch batches as a test says, and records the requests.
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

/** The owner of the fetch batches. */
export interface FetchBatchOwner {
  /** Answers to the next claims of each batch, in order; an error is sent as such. Afterwards nothing is left to do. */
  claims: Map<string, (Claim | AppError)[]>;
  /** The answer to reports and releases. */
  accepts: boolean;
  /** The claims, in order; `at` is on the clock of performance.now(). */
  claimed: { batchId: string; worker: string; at: number }[];
  reports: Report[];
  /** Sizes of the reports on the bus, in bytes. */
  reportBytes: number[];
  releases: Release[];
  close(): Promise<void>;
}

/** Connects the owner to the bus. */
export async function openFetchBatchOwner(config: BusConfig): Promise<FetchBatchOwner> {
  const bus = await BusConnection.open(config, 'catalogue');
  const owner: FetchBatchOwner = {
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
      callback: (failure, message) => {
        if (failure) throw failure;
        const reply = handle(definition.input.parse(message.json()), message.data.length);
        if (reply instanceof AppError) {
          const error = headers();
          error.set(HEADER.error, reply.code);
          message.respond(errorToWire(reply), { headers: error });
        } else message.respond(JSON.stringify(definition.output.parse(reply)));
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
