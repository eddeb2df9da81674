// HTTP as raw bytes: sends requests that no client library would send, and reads the raw response.
import { connect } from 'node:net';

/** A response as it came over the wire. */
export interface RawResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  text: string;
  /** True when the server closed the connection after the response. */
  closed: boolean;
}

/** Longest wait for a response, in milliseconds. */
const WAIT_MS = 20_000;

/** Writes bytes to a local port and reads the first response; throws when the server closes without one. */
export function exchange(port: number, bytes: string | Buffer): Promise<RawResponse> {
  const isHead = bytes.toString().startsWith('HEAD ');
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let received = Buffer.alloc(0);
    const read = (closed: boolean): void => {
      const response = parse(received, isHead, closed);
      // With `connection: close`, waits until the server has closed the connection.
      if (response && !closed && response.headers['connection'] !== 'close') socket.destroy();
      if (response && (closed || response.headers['connection'] !== 'close')) resolve(response);
      else if (closed) reject(new Error(`No response, but: ${received.toString('utf8')}`));
    };
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      read(false);
    });
    socket.on('error', () => undefined); // the close event follows
    socket.on('close', () => read(true));
    socket.setTimeout(WAIT_MS, () => socket.destroy());
  });
}

function parse(bytes: Buffer, isHead: boolean, closed: boolean): RawResponse | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(line.split(' ')[1]);
  const rest = bytes.subarray(end + 4);
  if (status < 200) return parse(rest, isHead, closed); // such as 100 Continue: the final response follows
  const headers = Object.fromEntries(
    lines.map((header) => {
      const colon = header.indexOf(':');
      return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()];
    }),
  );
  if (!isHead && rest.length < Number(headers['content-length'] ?? 0) && !closed) return undefined;
  return { status, headers, text: rest.toString('utf8'), closed };
}
