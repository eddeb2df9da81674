// Defines what workspaces have spent on models, as generations adds it up from its ledger.
import { z } from 'zod';
import { request } from '../define.ts';
import { actor, uuid } from '../values.ts';

/** Returns what workspaces of the actor's account have spent in this month; the gateway asks for no others. */
export const listSpending = request({
  subject: 'generations.person.spending.list',
  since: '1.1.0',
  input: z.object({ actor, workspaceIds: z.array(uuid).max(100) }),
  output: z.object({
    spentMicros: z
      .array(z.int().min(0))
      .describe('The sums in the order of the ids, in millionths of the currency.'),
  }),
  timeoutMs: 1000,
  idempotent: true,
});
