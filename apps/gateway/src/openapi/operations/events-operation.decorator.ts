// The decorator of operations that follow a record: a stream of server-sent events until its end.
import type { RequestDefinition, StreamTexts } from '#contracts';
import { Operation } from './operation.decorator.ts';

const REPEATS = 'The events only show how the generation proceeds; what counts is the record.';
const REPEATS_NOTHING = 'Nothing is repeated: a stream that is opened again begins with a snapshot.';

/** Serves and documents a stream of the events of a record; `definition` is the request that reads the record. */
export function EventsOperation<D extends RequestDefinition>(
  definition: D,
  { events, repeats, ...texts }: StreamTexts,
) {
  const rows = Object.entries(events).map(([name, data]) => `| \`${name}\` | ${data} |`);
  const description = `Server-sent events: ${texts.description}. Open it again with \`Last-Event-ID\` after it breaks off; closing it cancels nothing.`;
  const answer = `The events, each with an id and JSON as its data:

| Event | Data |
|---|---|
${rows.join('\n')}

A comment comes every 15 seconds. ${repeats ? REPEATS : REPEATS_NOTHING}`;
  return Operation({ ...definition, operation: { ...texts, description, answer } }, { stream: true });
}
