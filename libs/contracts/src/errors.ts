// Defines the errors of requests: the closed table of codes, the body of a response, and our one error class.
import { z } from 'zod';

/** Level at which an error is logged: debug for a client's mistake, error for a bug of ours. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

interface ErrorEntry {
  /** HTTP status. */
  status: number;
  en: string;
  zh: string;
  /** True when the same request may succeed later. */
  retryable: boolean;
  level: LogLevel;
}

const error = (
  status: number,
  en: string,
  zh: string,
  { retryable = false, level = 'debug' }: Partial<Pick<ErrorEntry, 'retryable' | 'level'>> = {},
): ErrorEntry => ({ status, en, zh, retryable, level });

/** Errors of requests. The documentation, the types and the responses all come from this table. */
export const ERRORS = {
  InvalidArgument: error(400, 'The request is not valid.', '请求参数无效。'),
  MalformedJson: error(400, 'The body is not valid JSON.', '请求体不是有效的 JSON。'),
  InvalidNextToken: error(400, 'The nextToken is not valid for this list.', 'nextToken 对该列表无效。'),
  UnknownReference: error(
    400,
    'The request refers to something that does not exist.',
    '请求引用了不存在的对象。',
  ),
  Unauthenticated: error(401, 'Sign in and send the access token.', '请先登录并携带访问令牌。'),
  InvalidToken: error(
    401,
    'The access token is not valid or has expired. Sign in again.',
    '访问令牌无效或已过期，请重新登录。',
  ),
  InvalidCredentials: error(401, 'The e-mail or the password is wrong.', '邮箱或密码错误。', {
    level: 'info',
  }),
  Forbidden: error(403, 'This account may not do that.', '当前账户无权执行该操作。', { level: 'info' }),
  NotFound: error(404, 'There is no such resource.', '资源不存在。'),
  MethodNotAllowed: error(405, 'This resource does not answer to that method.', '该资源不支持此请求方法。'),
  NotAcceptable: error(
    406,
    'No media type of Accept can be answered here.',
    '无法返回 Accept 要求的媒体类型。',
  ),
  IdempotencyInProgress: error(
    409,
    'The first request with this Idempotency-Key is still running.',
    '使用该 Idempotency-Key 的首个请求仍在处理中。',
    { retryable: true },
  ),
  InvalidState: error(409, 'The resource is not in a state that allows this.', '资源当前状态不允许该操作。'),
  AlreadyExists: error(409, 'There is already such a resource.', '资源已存在。'),
  VersionMismatch: error(412, 'The resource has changed since it was read.', '资源在读取后已被修改。'),
  PayloadTooLarge: error(413, 'The body is too large.', '请求体过大。'),
  UriTooLong: error(414, 'The URL is too long.', '请求 URL 过长。'),
  UnsupportedMediaType: error(
    415,
    'This operation does not take a body of this media type.',
    '该操作不接受此媒体类型的请求体。',
  ),
  IdempotencyKeyReused: error(
    422,
    'This Idempotency-Key was used with another body.',
    '该 Idempotency-Key 已用于不同的请求体。',
  ),
  TooManyRequests: error(429, 'Too many requests. Slow down.', '请求过于频繁，请稍后重试。', {
    retryable: true,
  }),
  QuotaExceeded: error(
    429,
    'The workspace has reached its quota. Wait for running work to end.',
    '工作区已达到配额上限，请等待进行中的任务完成。',
    { retryable: true, level: 'info' },
  ),
  MisdirectedRequest: error(
    421,
    'This server does not answer for that host or that workspace.',
    '该服务器不处理发往此主机或该工作区的请求。',
  ),
  HeadersTooLarge: error(431, 'The request headers are too large.', '请求头过大。'),
  InternalFault: error(
    500,
    'Internal service error. Please contact the administrator.',
    '服务内部错误，请联系管理员。',
    { level: 'error' },
  ),
  Unavailable: error(
    503,
    'The service is temporarily unavailable. Please try again.',
    '服务暂时不可用，请稍后重试。',
    { retryable: true, level: 'warn' },
  ),
  UpstreamTimeout: error(
    504,
    'The service did not answer in time. Please try again.',
    '服务响应超时，请稍后重试。',
    { retryable: true, level: 'warn' },
  ),
} as const satisfies Record<string, ErrorEntry>;
export type ErrorCode = keyof typeof ERRORS;

/** All codes of error responses. */
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** One fault of a request: the part that is wrong, and why. */
export const errorDetail = z.object({
  code: z.string().describe('What is wrong, as a code.'),
  message: z.string().describe('What is wrong, in words for people.'),
  target: z.string().optional().describe('JSON path of the part that is wrong.'),
});
export type ErrorDetail = z.infer<typeof errorDetail>;

/** The documented envelope of every error response. */
export const errorResponse = z
  .object({
    error: z.object({
      code: z.enum(ERROR_CODES).describe('What went wrong, from the closed list of codes.'),
      id: z.string().describe('The request id, also in the header X-Request-Id.'),
      message: z.string().describe('A text for people, in the language of Accept-Language (en or zh).'),
      target: z.string().optional().describe('JSON path of the part of the request that is wrong.'),
      details: z.array(errorDetail).describe('All faults that were found.'),
    }),
    code: z.literal('InternalFault').optional().describe('Only with status 500.'),
    message: z.string().optional().describe('Only with status 500.'),
  })
  .meta({ id: 'ErrorResponse' });
export type ErrorResponse = z.infer<typeof errorResponse>;

/** Details of an error. Clients see every field but `cause`: none may hold a secret or another system's text. */
export interface ErrorInfo {
  /** Replaces the table's English text; ignored for InternalFault, whose text never varies. */
  message?: string;
  /** JSON path of the part of the request that is wrong. */
  target?: string;
  details?: ErrorDetail[];
  /** Whole seconds after which to try again. */
  retryAfter?: number;
  /** The error behind this one; only the log shows it. */
  cause?: unknown;
}

/** The one error class that our code throws: a code of the table, and the details that the caller may know. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly target: string | undefined;
  readonly details: ErrorDetail[];
  readonly retryAfter: number | undefined;
  /** Replaces the table's English text; undefined when the table's text applies. */
  readonly customMessage: string | undefined;

  constructor(code: ErrorCode, info: ErrorInfo = {}) {
    super(info.message ?? ERRORS[code].en, { cause: info.cause });
    this.code = code;
    this.target = info.target;
    this.details = info.details ?? [];
    this.retryAfter = info.retryAfter;
    this.customMessage = code === 'InternalFault' ? undefined : info.message;
  }
}

/** A text in both languages of the API. */
export const bilingual = z.object({ en: z.string(), zh: z.string() }).meta({ id: 'BilingualMessage' });
export type Bilingual = z.infer<typeof bilingual>;
