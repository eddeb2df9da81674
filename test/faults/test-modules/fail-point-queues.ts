// Test module: a fail point after jobs were added to a queue, before the relay deletes their rows.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Queues as Original, type NewJob } from '../../../libs/platform/src/jobs/queues.ts';

export * from '../../../libs/platform/src/jobs/queues.ts';

const dir = process.env['FAIL_POINT_DIR'] ?? '';
const seen = new Set<string>();

/**
 * Adds jobs, then writes the file `reached` and waits until the process is killed. Once the file `throw` exists, the
 * first addition of each job throws instead, after Redis has it: each job is added twice.
 */
export class Queues extends Original {
  override async add(jobs: readonly NewJob[]): Promise<void> {
    await super.add(jobs);
    if (!existsSync(join(dir, 'throw'))) {
      writeFileSync(join(dir, 'reached'), '');
      await new Promise(() => undefined);
    }
    const unseen = jobs.filter(({ jobId }) => !seen.has(jobId));
    for (const { jobId } of unseen) seen.add(jobId);
    if (unseen.length > 0) throw new Error('fail point: after adding jobs');
  }
}
