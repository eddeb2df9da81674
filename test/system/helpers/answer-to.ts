// What the API answers to a call of the client, for tests that expect refusals too.
import { ApiError } from '#client';

/** The answer to a call, also when it is a refusal. Throws when there is none. */
export function answerTo(call: Promise<{ response: Response }>): Promise<Response> {
  return call.then(
    ({ response }) => response,
    (error: unknown) => {
      if (error instanceof ApiError) return error.response;
      throw error;
    },
  );
}
