// The examples of what people do with generated texts: accept, reject, check and follow them.
import type {
  CheckResult,
  Document,
  DocumentList,
  Generation,
  Policy,
  PolicyList,
  Voice,
  VoiceList,
} from '#contracts';
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

/** A document. */
export const exampleDocument: Document = {
  id: '019a8e9d-1f62-7a35-b0c4-2d3e4f5a6b7c',
  title: 'Brand voice guide',
  content: 'Plain and warm. Short sentences.',
  kind: 'guidance',
  version: 1,
  createdAt: MOMENT,
  updatedAt: MOMENT,
};

/** The same document after a change of its content. */
export const exampleChangedDocument: Document = {
  ...exampleDocument,
  content: 'Plain and warm. No exclamation marks.',
  version: 2,
  updatedAt: MOMENT + 60,
};

/** A page of documents. */
export const exampleDocuments: DocumentList = { documents: [exampleDocument] };

/** The stream of its events. */
export const exampleLiveText = streamOf([
  ['0.0', 'generation.snapshot', { generation: exampleGeneration, partial: [] }],
  ['1.1', 'generation.started', { attempt: 1, model: 'offline:composer-1' }],
  ['1.2', 'generation.output.delta', { attempt: 1, index: 0, delta: 'Example Home Oak' }],
  ['end', 'generation.completed', exampleFinishedGeneration],
]);

/** Events as they are written to a stream. */
export function streamOf(events: readonly [id: string, event: string, data: object][]): string {
  return events
    .map(([id, event, data]) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    .join('');
}

/** A voice. */
export const exampleVoice: Voice = {
  id: '019a8e9e-2c71-7b46-91d5-3e4f5a6b7c8d',
  name: 'Fenwick',
  rules: ['Write short sentences.', 'Speak to the reader as “you”.'],
  terms: [{ use: 'sofa', avoid: ['couch', 'settee'] }],
  examples: ['Made to be sat on, not looked at.'],
  isDefault: true,
  version: 1,
  createdAt: MOMENT,
  updatedAt: MOMENT,
};

/** The same voice after a change of its rules. */
export const exampleChangedVoice: Voice = {
  ...exampleVoice,
  rules: ['Write short sentences.'],
  version: 2,
  updatedAt: MOMENT + 60,
};

/** A page of voices. */
export const exampleVoices: VoiceList = { voices: [exampleVoice] };

/** A policy of a workspace. */
export const examplePolicy: Policy = {
  id: '019a8e9d-2c11-7d20-9f3a-4b5c6d7e8f90',
  builtIn: false,
  rule: 'BANNED_TERM',
  message: { en: 'The workspace does not allow this term.', zh: '工作区禁用此词语。' },
  severity: 'hard',
  phrases: ['vegan leather'],
  marketplaces: ['DE'],
  createdAt: MOMENT,
  updatedAt: MOMENT,
};

/** The same policy after a change. */
export const exampleChangedPolicy: Policy = {
  ...examplePolicy,
  severity: 'warning',
  updatedAt: MOMENT + 60,
};

/** A page of policies. */
export const examplePolicies: PolicyList = {
  policies: [
    {
      id: 'title-length',
      builtIn: true,
      rule: 'TEXT_TOO_LONG',
      message: { en: 'The text is longer than the marketplace allows.', zh: '文本超出站点允许的长度。' },
      severity: 'hard',
      applications: ['product-title'],
      limit: { field: 'text', unit: 'characters', most: 75 },
      from: '2026-07-27',
      source: 'Seller Central announcement of 2026-06-10, as quoted by four independent title checkers',
    },
    examplePolicy,
  ],
};
