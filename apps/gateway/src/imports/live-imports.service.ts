// Lets clients follow imports: a snapshot, then each item that settles and the counts, then the end.
import { Injectable } from '@nestjs/common';
import {
  getImport,
  importChanged,
  importSummary,
  listImportItems,
  MAX_IMPORT_ASINS,
  type Actor,
  type ImportItem,
  type ImportState,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { retryTransient } from '#platform/resilience';
import {
  END,
  outsideOfRequest,
  type RecordEvents,
  RecordStreamsService,
  type ServerSentEvent,
  type SseStream,
  type Subscriber,
} from '../streams/index.ts';

@Injectable()
export class LiveImportsService {
  constructor(
    private readonly bus: Bus,
    private readonly streams: RecordStreamsService,
  ) {}

  /** Opens a stream of an import; undefined for a client that has the last event. Errors: as RecordStreamsService.follow. */
  follow(subscriber: Subscriber, id: string): Promise<SseStream | undefined> {
    return this.streams.followChanges(subscriber, id, {
      notification: importChanged,
      request: getImport,
      events: () => new ImportEvents(new LaterItems(this.bus, subscriber.actor, id)),
    });
  }
}

/** The events about an import. Its progress comes after the items that have settled. */
class ImportEvents implements RecordEvents<ImportState> {
  /** Places of the items that the client knows as settled. */
  private readonly settled = new Set<number>();
  private known = '';

  constructor(private readonly later: LaterItems) {}

  first(state: ImportState): ServerSentEvent {
    this.settle(state);
    this.known = idOf(state);
    return { id: idOf(state), event: 'import.snapshot', data: state };
  }

  async *news(state: ImportState, signal: AbortSignal): AsyncGenerator<ServerSentEvent> {
    const id = idOf(state);
    if (id === this.known) return;
    this.known = id;
    for (const data of this.settle(state)) yield { id, event: 'import.item', data };
    yield* this.laterOf(state, signal);
    yield { id, event: 'import.progress', data: { counts: state.counts } };
  }

  async *last(state: ImportState, signal: AbortSignal): AsyncGenerator<ServerSentEvent> {
    yield* this.laterOf(state, signal); // also when the import had ended before it was followed
    yield { id: END, event: 'import.completed', data: importSummary.parse(state) };
  }

  private async *laterOf(state: ImportState, signal: AbortSignal): AsyncGenerator<ServerSentEvent> {
    if (state.counts.total <= MAX_IMPORT_ASINS) return;
    for await (const data of this.later.settled(signal))
      yield { id: idOf(state), event: 'import.item', data };
  }

  /** Notes the items that have settled; returns those that had not. */
  private settle({ items }: ImportState): ImportItem[] {
    return items.filter(({ status }, place) => {
      const isNew = status !== 'importing' && !this.settled.has(place);
      if (isNew) this.settled.add(place);
      return isNew;
    });
  }
}

/**
 * The items of a long import that its record has no place for. Rows of a file settle in their order, so all of them are read
 * once, page by page, and only the page of the first one that has not settled is read again.
 */
class LaterItems {
  private nextToken: string | undefined;
  /** How many items of the page have settled, and how many of all. */
  private ofPage = 0;
  private ofAll = 0;

  constructor(
    private readonly bus: Bus,
    private readonly actor: Actor,
    private readonly id: string,
  ) {}

  /** Those that have settled since the last call, as far as all items before them have. */
  async *settled(signal: AbortSignal): AsyncGenerator<ImportItem> {
    for (;;) {
      const { items, nextToken } = await retryTransient(() => this.page(), { signal });
      for (const item of items.slice(this.ofPage)) {
        if (item.status === 'importing') return;
        this.ofPage += 1;
        this.ofAll += 1;
        if (this.ofAll > MAX_IMPORT_ASINS) yield item;
      }
      if (nextToken === undefined) return;
      this.nextToken = nextToken;
      this.ofPage = 0;
      signal.throwIfAborted();
    }
  }

  private page() {
    const { actor, id, nextToken } = this;
    const page = { actor, id, nextToken, limit: 100 };
    return outsideOfRequest(listImportItems.timeoutMs, () => this.bus.request(listImportItems, page));
  }
}

/** Id of the events about a state: how many items have settled. */
function idOf({ counts }: ImportState): string {
  return String(counts.success + counts.failure);
}
