// Mends the streams of servers that speak OpenAI's protocol almost: the library gives up a whole answer for one odd chunk.
import { ModelError } from './port.ts';

/** Longest line, in characters: more than the longest answer in one piece. A longer one would be read again with each piece. */
const MAX_LINE = 2_000_000;

/** `fetch` for such servers: it leaves out an error that is null, and gives a chunk without choices an empty list of them. */
export const fetchMended: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
    return response;
  let rest = '';
  const mended = new TransformStream<string, string>({
    transform(piece, controller) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MAX_LINE) return controller.error(new ModelError('InvalidModelOutput'));
      if (lines.length > 0) controller.enqueue(lines.map((line) => `${mendedLine(line)}\n`).join(''));
    },
    flush(controller) {
      controller.enqueue(mendedLine(rest));
    },
  });
  const body = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(mended)
    .pipeThrough(new TextEncoderStream());
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
};

function mendedLine(line: string): string {
  const isOdd = /"error":\s*null/.test(line) || !/"(?:choices|error)":/.test(line);
  if (!isOdd || !line.startsWith('data: {')) return line;
  try {
    const { error, ...chunk } = JSON.parse(line.slice('data: '.length)) as Record<string, unknown>;
    return `data: ${JSON.stringify(error === null || error === undefined ? { choices: [], ...chunk } : { error, ...chunk })}`;
  } catch {
    return line; // the library says what is wrong with it
  }
}
