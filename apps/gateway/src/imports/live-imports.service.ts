// Lets clients follow imports: a snapshot, then each item that settles and the counts, then the end.
import { Injectable } from '@nestjs/common';
import { getImport, importChanged, importSummary, type ImportState } from '#contracts';
import {
  END,
  type RecordEvents,
  RecordStreamsService,
  type ServerSentEvent,
  type SseStream,
  type Subscriber,
} from '../streams/index.ts';

@Injectable()
export class LiveImportsService {
  constructor(private readonly streams: RecordStreamsService) {}

  /** Opens a stream of an import; undefined for a client that has the last event. Errors: as RecordStreamsService.follow. */
  follow(subscriber: Subscriber, id: string): Promise<SseStream | undefined> {
    return this.streams.followChanges(subscriber, id, {
      notification: importChanged,
      request: getImport,
      events: () => new ImportEvents(),
    });
  }
}

/** The events about an import. Its progress comes after the items that have settled. */
class ImportEvents implements RecordEvents<ImportState> {
  /** Places of the items that the client knows as settled. */
  private readonly settled = new Set<number>();
  private known = '';

  first(state: ImportState): ServerSentEvent {
    this.settle(state);
    this.known = idOf(state);
    return { id: idOf(state), event: 'import.snapshot', data: state };
  }

  news(state: ImportState): ServerSentEvent[] {
    const id = idOf(state);
    if (id === this.known) return [];
    this.known = id;
    const items = this.settle(state).map((data) => ({ id, event: 'import.item', data }));
    return [...items, { id, event: 'import.progress', data: { counts: state.counts } }];
  }

  last(state: ImportState): ServerSentEvent {
    return { id: END, event: 'import.completed', data: importSummary.parse(state) };
  }

  /** Notes the items that have settled; returns those that had not. */
  private settle({ items }: ImportState): ImportState['items'] {
    return items.filter(({ status }, place) => {
      const isNew = status !== 'importing' && !this.settled.has(place);
      if (isNew) this.settled.add(place);
      return isNew;
    });
  }
}

/** Id of the events about a state: how many items have settled. */
function idOf({ counts }: ImportState): string {
  return String(counts.success + counts.failure);
}
