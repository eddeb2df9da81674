// The refusals of the local model, with the words and statuses of llama.cpp's server, which clients know.

/** An error with the HTTP response that it causes. */
export class EngineError extends Error {
  override readonly name = 'EngineError';

  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
    /** Seconds after which to ask again. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }

  get body(): object {
    return { error: { code: this.status, message: this.message, type: this.type } };
  }
}

/** The model is not yet in memory. */
export function loading(): EngineError {
  return new EngineError(503, 'unavailable_error', 'Loading model', 1);
}

/** Too many requests wait already. */
export function busy(waiting: number): EngineError {
  return new EngineError(429, 'rate_limit_error', `${waiting} requests wait already`, 2);
}

/** The prompt leaves no room for an answer. */
export function contextTooLong(prompt: number, context: number): EngineError {
  const message = `request (${prompt} tokens) exceeds the available context size (${context} tokens)`;
  return new EngineError(400, 'exceed_context_size_error', message);
}

/** The request cannot be understood, or asks for what the model cannot do. */
export function invalidRequest(message: string): EngineError {
  return new EngineError(400, 'invalid_request_error', message);
}
