// The decorator of operations that follow a record: a stream of server-sent events until its end.
import type { RequestDefinition } from '#contracts';
import { Operation } from './operation.decorator.ts';
import type { OperationSpec } from './operation-spec.ts';

/** A stream of events, besides what all streams have in common. */
interface EventsSpec extends Pick<OperationSpec, 'id' | 'summary'> {
  /** What comes, in order. */
  description: string;
  /** What each event carries as its data, by its name. */
  events: Readonly<Record<string, string>>;
  /** True when a stream that is opened again goes on with the events that were missed. */
  repeats?: true;
  /** A stream as it comes. */
  example: string;
}

const REPEATS = 'The events only show how the generation proceeds; what counts is the record.';
const REPEATS_NOTHING = 'Nothing is repeated: a stream that is opened again begins with a snapshot.';

/** Serves and documents a stream of the events of a record; `definition` is the request that reads the record. */
export function EventsOperation<D extends RequestDefinition>(
  definition: D,
  { description, events, repeats, example, ...spec }: EventsSpec,
) {
  const rows = Object.entries(events).map(([name, data]) => `| \`${name}\` | ${data} |`);
  const table = `The events, each with an id and JSON as its data:

| Event | Data |
|---|---|
${rows.join('\n')}

A comment comes every 15 seconds. ${repeats ? REPEATS : REPEATS_NOTHING}`;
  return Operation(definition, {
    ...spec,
    description: `Server-sent events: ${description}. Open it again with \`Last-Event-ID\` after it breaks off; closing it cancels nothing.`,
    route: { stream: true },
    answer: { description: table, example },
  });
}
