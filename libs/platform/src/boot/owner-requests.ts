// Finds the requests of the contracts that an owner must answer, so that a missing handler is noticed at start.
import * as contracts from '#contracts';
import type { RequestDefinition } from '#contracts';

/** The requests that an owner answers: those whose subject begins with its name. */
export function requestsOf(owner: string): RequestDefinition[] {
  return Object.values<unknown>(contracts)
    .filter(isRequest)
    .filter(({ subject }) => subject.startsWith(`${owner}.`));
}

function isRequest(value: unknown): value is RequestDefinition {
  return typeof value === 'object' && value !== null && 'subject' in value && 'input' in value;
}
