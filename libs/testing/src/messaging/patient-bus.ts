// A client of the bus that waits for its answers longer than a process does.
import type { RequestDefinition } from '#contracts';
import { Bus } from '#platform/messaging';
import type { z } from 'zod';

/** Times the timeout of a request: on a full machine a test waits for the answer, not for the limit of those who use it. */
const PATIENCE = 10;

/** The owner may take as long as the client waits, because the deadline of a request comes from its timeout. */
export class PatientBus extends Bus {
  override request<I extends z.ZodType, O extends z.ZodType>(
    definition: RequestDefinition<I, O>,
    input: z.input<I>,
  ): Promise<z.output<O>> {
    return super.request({ ...definition, timeoutMs: definition.timeoutMs * PATIENCE }, input);
  }
}
