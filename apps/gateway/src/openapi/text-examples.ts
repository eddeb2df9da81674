// The examples of what people do with generated texts: accept, reject, check and follow them.
import type { CheckResult, Generation } from '#contracts';
import { ACCOUNT_ID, MOMENT } from './account-examples.ts';
import { exampleFinishedGeneration, exampleGeneration, PRODUCT_ID } from './examples.ts';

/** A generation whose result was accepted, as a person had changed it. */
export const exampleAcceptedGeneration: Generation = {
  ...exampleFinishedGeneration,
  review: {
    state: 'ACCEPTED',
    by: ACCOUNT_ID,
    at: MOMENT + 60,
    to: 'product',
    id: PRODUCT_ID,
    result: [{ text: 'Example Home Oak Bedside Table, One Drawer' }],
  },
};

/** The same generation when its result was rejected. */
export const exampleRejectedGeneration: Generation = {
  ...exampleFinishedGeneration,
  review: { state: 'REJECTED', by: ACCOUNT_ID, at: MOMENT + 60, reason: 'The size is missing.' },
};

/** The findings about a title. */
export const exampleCheckResult: CheckResult = {
  checks: [
    {
      variant: 0,
      rule: 'FORBIDDEN_CHARACTER',
      severity: 'hard',
      start: 17,
      end: 18,
      message: { en: 'The marketplace does not allow this character.', zh: '站点不允许使用此字符。' },
      policyVersion: '2026-11-21',
    },
  ],
};

/** The stream of its events. */
const LIVE_EVENTS: [id: string, event: string, data: object][] = [
  ['0.0', 'generation.snapshot', { generation: exampleGeneration, partial: [] }],
  ['1.1', 'generation.started', { attempt: 1, model: 'offline:composer-1' }],
  ['1.2', 'generation.output.delta', { attempt: 1, index: 0, delta: 'Example Home Oak' }],
  ['end', 'generation.completed', exampleFinishedGeneration],
];
export const exampleLiveText = LIVE_EVENTS.map(
  ([id, event, data]) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
).join('');
