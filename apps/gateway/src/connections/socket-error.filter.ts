// Answers connections on which there is no request to answer: bytes that are not HTTP, and too many connections.
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, ERRORS } from '#contracts';
import { newRequestId } from '#platform/context';
import { errorToHttp } from '#platform/errors';

/** Answers bytes that are not HTTP, heads that are too large and requests that arrive too slowly, then hangs up. */
export function refuseSocket(error: ParserError, socket: Socket): void {
  const current = currentOf(socket);
  if (error.code === 'ECONNRESET') socket.destroy();
  // A browser opens connections in advance, and would take an answer for that of the request which it sends at this moment.
  else if (socket.bytesRead === 0) socket.destroy();
  // Earlier requests of the connection get their answers first; otherwise the client would take this answer for one of theirs.
  else if (current?.req.complete) {
    socket.pause();
    current.once('close', () => {
      socket.resume();
      refuseSocket(error, socket);
    });
  } else if (current?.headersSent) socket.destroy();
  else answerSocket(parserRefusal(error), socket);
}

/** The answer that a connection is to get next; none while no head of a request has arrived whole. */
function currentOf(socket: Socket): ServerResponse | undefined {
  return (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
}

/** True of a connection with a request that has arrived whole and is not answered. */
export function hasWork(socket: Socket): boolean {
  return currentOf(socket)?.req.complete === true;
}

/** `rawPacket` is what was read last; Fastify declares its JSON instead of the buffer. */
type ParserError = Error & { code?: string; rawPacket?: unknown };

function parserRefusal({ code, rawPacket }: ParserError): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const packet = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '';
    return new AppError(LONG_REQUEST_LINE.test(packet) ? 'UriTooLong' : 'HeadersTooLarge');
  }
  const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const message = isLate ? 'The request did not arrive in time.' : 'The request is not valid HTTP.';
  return new AppError('InvalidArgument', { message });
}

/** The beginning of a request whose first line alone is too long. */
const LONG_REQUEST_LINE = /^[A-Z-]+ [^\r\n]{8192}/;

/** Answers a connection on which there is no request to answer, then hangs up. */
export function answerSocket(error: AppError, socket: Socket): void {
  if (socket.writableEnded) return; // the parser reports every further packet too
  if (!socket.writable) return void socket.destroy();
  const id = newRequestId();
  const { status } = ERRORS[error.code];
  const body = JSON.stringify(errorToHttp(error, id, 'en'));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `X-Request-Id: ${id}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...(error.retryAfter === undefined ? [] : [`Retry-After: ${error.retryAfter}`]),
  ];
  endSlowly(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Time for which the bytes of a refused client are still read and discarded, in milliseconds. */
const LINGER_MS = 1000;

/** Ends a connection whose client may still be sending: closed at once it would be reset, and lose its last answer. */
export function endSlowly(socket: Socket, lastBytes = ''): void {
  socket.end(lastBytes);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
