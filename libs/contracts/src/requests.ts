// Collects every request of the contracts, so that an owner can be checked for a missing handler at start.
import * as auth from './auth.ts';
import * as catalogue from './catalogue.ts';
import * as generations from './generations.ts';
import type { RequestDefinition } from './define.ts';

const REQUESTS = [auth, catalogue, generations].flatMap((nouns) => Object.values(nouns).filter(isRequest));

function isRequest(value: unknown): value is RequestDefinition {
  return typeof value === 'object' && value !== null && 'subject' in value && 'input' in value;
}

/** The requests that an owner answers: those whose subject begins with its name. */
export function requestsOf(owner: string): RequestDefinition[] {
  return REQUESTS.filter(({ subject }) => subject.startsWith(`${owner}.`));
}
