// Tests which handlers compile: the type check fails unless each line marked @ts-expect-error is an error.
import { z } from 'zod';
import { job, request } from '#contracts';
import { done, OnJob, type JobOutcome } from '#platform/jobs';
import { OnRequest } from '#platform/messaging';

const find = request({
  subject: 'auth.public.tests.find',
  input: z.object({ id: z.string() }),
  output: z.object({ found: z.boolean() }),
});
const read = request({
  subject: 'auth.public.tests.read',
  input: z.object({}),
  output: z.object({ found: z.boolean() }),
  passthrough: true,
});
const work = job({ queues: ['work'], data: z.object({ v: z.literal(1), id: z.string() }), attempts: 1 });

class Handlers {
  @OnRequest(find)
  find({ id }: { id: string }): Promise<{ found: boolean }> {
    return Promise.resolve({ found: id !== '' });
  }

  // @ts-expect-error The answer is not that of the contract.
  @OnRequest(find)
  wrongAnswer(): { found: string } {
    return { found: 'yes' };
  }

  // @ts-expect-error The input is narrower than that of the contract.
  @OnRequest(find)
  wrongInput(input: { id: string; other: number }): { found: boolean } {
    return { found: input.other > 0 };
  }

  @OnRequest(read)
  passthrough(): string {
    return '{"found":true}';
  }

  // @ts-expect-error A passthrough request is answered with JSON text.
  @OnRequest(read)
  notText(): { found: boolean } {
    return { found: true };
  }

  @OnJob(work)
  work({ id }: { id: string }): Promise<JobOutcome> {
    return Promise.resolve(id === '' ? done : done);
  }

  // @ts-expect-error A job ends with an outcome.
  @OnJob(work)
  async noOutcome(): Promise<void> {
    // nothing to do
  }

  // @ts-expect-error The data is narrower than that of the contract.
  @OnJob(work)
  wrongData(data: { id: number }): Promise<JobOutcome> {
    return Promise.resolve(data.id > 0 ? done : done);
  }
}

it('leaves a handler with its decorator callable', async () => {
  await expect(new Handlers().find({ id: 'a' })).resolves.toEqual({ found: true });
});
