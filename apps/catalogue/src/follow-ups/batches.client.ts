// Asks generations to begin the batches that follow imports.
import { Injectable } from '@nestjs/common';
import { beginFollowUp, type InputOf } from '#contracts';
import { Bus } from '#platform/messaging';

@Injectable()
export class BatchesClient {
  constructor(private readonly bus: Bus) {}

  /** Begins a batch, unless it has begun. Errors: those of beginFollowUp. */
  async begin(batch: InputOf<typeof beginFollowUp>): Promise<void> {
    await this.bus.request(beginFollowUp, batch);
  }
}
