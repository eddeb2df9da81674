// Test module: any number of pieces of work of one key run at once.
import { KeyedPlaces as Original } from '../../../../libs/platform/src/resilience/keyed-places.ts';

export class KeyedPlaces extends Original {
  override run<T>(_: string, work: () => Promise<T>): Promise<T> {
    return work();
  }
}
