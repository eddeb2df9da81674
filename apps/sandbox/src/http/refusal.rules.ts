// How the sandbox says no: one error with status and body, in the words of whichever server it plays.

/** An error response, ready to be sent as it stands. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    readonly body: object,
    readonly headers: Record<string, string> = {},
  ) {
    super(`${status} ${JSON.stringify(body)}`);
  }
}

/** The marketplace's error list with one entry. */
export function marketplaceRefusal(status: number, code: string, message: string, details = ''): Refusal {
  return new Refusal(status, { errors: [{ code, message, details }] });
}

/** 400 of the marketplace; it names the parameter, never the offending value. */
export function invalidInput(parameter: string): Refusal {
  return marketplaceRefusal(400, 'InvalidInput', `Invalid '${parameter}' provided.`);
}

/** 403 of the marketplace: no token, a bad one, or one that does not reach the marketplace asked for. */
export function unauthorized(details: string): Refusal {
  return marketplaceRefusal(403, 'Unauthorized', 'Access to requested resource is denied.', details);
}

/** Error of the token endpoint (RFC 6749, section 5.2). */
export function tokenRefusal(status: 400 | 401, error: string, description: string): Refusal {
  return new Refusal(status, { error, error_description: description });
}

/** What a model server's error says besides its message. */
export interface ModelErrorFields {
  type: string;
  code?: string;
  param?: string;
}

/** Error of a model server. */
export function modelRefusal(
  status: number,
  message: string,
  { type, code, param }: ModelErrorFields,
  headers: Record<string, string> = {},
): Refusal {
  return new Refusal(status, { error: { message, type, param: param ?? null, code: code ?? null } }, headers);
}
