// Test module: any number of pieces of work of one key run at once.
import { Bulkhead as Original } from '../../../../libs/platform/src/resilience/bulkhead.ts';

export class Bulkhead extends Original {
  override run<T>(_: string, work: () => Promise<T>): Promise<T> {
    return work();
  }
}
