// Test module: the reconciler finds no orphaned generation.
import { GenerationReconcilerStore as Original } from '../../../apps/generations/src/operations/generation-reconciler.store.ts';

export * from '../../../apps/generations/src/operations/generation-reconciler.store.ts';

export class GenerationReconcilerStore extends Original {
  override findOrphaned(): Promise<never[]> {
    return Promise.resolve([]);
  }
}
