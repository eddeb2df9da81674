// Requests of the import workers.
import { Controller } from '@nestjs/common';
import type { z } from 'zod';
import { claimTicket, releaseTicket, reportTicket } from '#contracts';
import { OnRequest } from '#platform/bus';
import { TicketsService, type Claim } from './tickets.service.ts';

@Controller()
export class TicketsController {
  constructor(private readonly tickets: TicketsService) {}

  @OnRequest(claimTicket)
  claim({ ticketId, worker }: z.output<typeof claimTicket.input>): Promise<Claim> {
    return this.tickets.claim(ticketId, worker);
  }

  @OnRequest(reportTicket)
  async report({ outcomes, ...held }: z.output<typeof reportTicket.input>): Promise<{ accepted: boolean }> {
    return { accepted: await this.tickets.report(held, outcomes) };
  }

  @OnRequest(releaseTicket)
  async release(input: z.output<typeof releaseTicket.input>): Promise<{ accepted: boolean }> {
    return { accepted: await this.tickets.release(input, input.failure) };
  }
}
