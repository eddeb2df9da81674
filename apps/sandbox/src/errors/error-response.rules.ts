// Builds the error responses of the marketplace, its token endpoint and the model server.

/** An error with the complete HTTP response that it causes. */
export class ErrorResponse extends Error {
  override readonly name = 'ErrorResponse';

  constructor(
    readonly status: number,
    readonly body: object,
    readonly headers: Record<string, string> = {},
  ) {
    super(`${status} ${JSON.stringify(body)}`);
  }
}

/** Error of the marketplace: an error list with one entry. */
export function marketplaceError(status: number, code: string, message: string, details = ''): ErrorResponse {
  return new ErrorResponse(status, { errors: [{ code, message, details }] });
}

/** 400 of the marketplace; it names the parameter, not the invalid value. */
export function invalidInput(parameter: string): ErrorResponse {
  return marketplaceError(400, 'InvalidInput', `Invalid '${parameter}' provided.`);
}

/** 403 of the marketplace: the token is missing or invalid, or belongs to another region. */
export function unauthorized(details: string): ErrorResponse {
  return marketplaceError(403, 'Unauthorized', 'Access to requested resource is denied.', details);
}

/** Error of the token endpoint (RFC 6749, section 5.2). */
export function tokenError(status: 400 | 401, error: string, description: string): ErrorResponse {
  return new ErrorResponse(status, { error, error_description: description });
}

/** Error of a model server. */
export function modelError(
  status: number,
  error: { message: string; type: string; code?: string; param?: string },
  headers?: Record<string, string>,
): ErrorResponse {
  return new ErrorResponse(status, { error: { param: null, code: null, ...error } }, headers);
}
