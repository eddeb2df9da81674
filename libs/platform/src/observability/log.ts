// Logs: JSON lines, each with the request id; coloured lines for a person in the local start.
import { createRequire } from 'node:module';
import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import { currentContext } from '../context/context.ts';

/** Keys whose values are redacted, at the first three levels of a logged object. */
const SECRET_KEYS = [
  'password',
  'currentPassword',
  'newPassword',
  'secret',
  'system_prompt',
  'email',
  'authorization',
  'cookie',
  'accessToken',
  'refreshToken',
  'token',
];
const REDACTED = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

let root: Logger = pino({ level: 'silent' });

/** Starts logging for this process; nothing is logged before. */
export function startLogging(name: string, config: { LOG_LEVEL: string; LOG_PRETTY: boolean }): void {
  root = pino(
    {
      name,
      level: config.LOG_LEVEL,
      base: { service: name },
      redact: { paths: REDACTED, censor: '[redacted]' },
      mixin: logFields,
      serializers: { err: (error: unknown) => plainError(error) },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    config.LOG_PRETTY ? prettyPrinter() : undefined,
  );
}

/** Loaded on demand, because production installs have no pino-pretty. */
function prettyPrinter(): DestinationStream {
  const pretty = createRequire(import.meta.url)('pino-pretty') as (options: object) => DestinationStream;
  return pretty({
    colorize: true,
    ignore: 'service,pid,hostname,name',
    translateTime: 'HH:MM:ss.l',
    sync: true,
  });
}

/** An error without the fields that drivers add: queries, parameters and details hold personal data. */
function plainError(error: unknown, depth = 0): object | string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? { code: String(error.code) } : {};
  const cause = error.cause !== undefined && depth < 3 ? { cause: plainError(error.cause, depth + 1) } : {};
  const message = error.message.slice(0, 500);
  // The stack begins with the whole message, which may be long.
  const stack = error.stack?.replace(error.message, message);
  return { type: error.name, message, ...code, stack, ...cause };
}

function logFields(): object {
  const { requestId: request_id, accountId: account_id, traceparent = '' } = currentContext() ?? {};
  const [, trace_id, span_id] = traceparent.split('-'); // they link a log line to its trace
  return { request_id, account_id, trace_id, span_id };
}

/** The logger of one part of a process; it may be made before logging starts. */
export function logger(part: string): Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> {
  const write =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (first: object | string, text?: string): void => {
      if (typeof first === 'string') root[level]({ part }, first);
      else root[level]({ part, ...first }, text);
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

const debug = (message: unknown, context?: unknown): void => root.debug({ part: context }, String(message));

/** Nest's own messages in our log; those about its start are debug lines. */
export const nestLogger: LoggerService = {
  log: debug,
  debug,
  verbose: debug,
  warn: (message: unknown, context?: unknown) => root.warn({ part: context }, String(message)),
  error: (message: unknown, stack?: unknown, context?: unknown) =>
    root.error({ part: context, stack }, String(message)),
  fatal: (message: unknown, stack?: unknown) => root.fatal({ stack }, String(message)),
};
