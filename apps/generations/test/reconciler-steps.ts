// Runs and stops the reconciler of an instance.
import type { INestMicroservice } from '@nestjs/common';
import { IntervalTasks } from '#platform/resilience';
import { GenerationReconcilerService } from '../src/operations/generation-reconciler.service.ts';

/** Runs one round of an instance's reconciler. */
export function reconcile(app: INestMicroservice): Promise<void> {
  return app.get(GenerationReconcilerService, { strict: false }).reconcile();
}

/** Stops the reconciler of an instance and awaits its current run. */
export async function stopReconciler(app: INestMicroservice): Promise<void> {
  await app
    .get(IntervalTasks, { strict: false })
    .tasks.find(({ name }) => name === 'reconciler')!
    .stop();
}
