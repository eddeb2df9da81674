// The examples of applications: one of a workspace, its versions, and what a model would be sent.
import type { ApplicationList, ApplicationRecord, ApplicationVersionList, Preview } from '#contracts';
import { MOMENT } from './account-examples.ts';

/** An application of a workspace at its first version. */
export const exampleApplication: ApplicationRecord = {
  id: '019a8e9d-3c84-7e15-9a26-4b5c6d7e8f90',
  name: 'Care label',
  version: 1,
  builtIn: false,
  resultType: 'TEXT',
  limits: [{ field: 'text', unit: 'characters', most: 8000 }],
  inputSchema: { type: 'object', properties: { audience: { type: 'string' } }, required: ['audience'] },
  instructions: 'Write how to care for {{ product.title }}, for {{ inputs.audience }}.',
  createdAt: MOMENT,
  updatedAt: MOMENT,
};

/** The same application at its second version. */
export const exampleChangedApplication: ApplicationRecord = {
  ...exampleApplication,
  version: 2,
  instructions: 'Write in three sentences how to care for {{ product.title }}.',
  inputSchema: {},
  updatedAt: MOMENT + 60,
};

/** A page of applications. */
export const exampleApplications: ApplicationList = { applications: [exampleApplication] };

/** A page of versions. */
export const exampleApplicationVersions: ApplicationVersionList = {
  versions: [exampleChangedApplication, exampleApplication],
};

/** What a model would be sent. */
export const examplePreview: Preview = {
  messages: [
    { role: 'system', content: 'You write product content for retail marketplaces. …' },
    { role: 'user', content: 'Write the content for the task from the data above.' },
  ],
  estimate: { inputTokens: 620, outputTokens: 2000, costMicros: 0 },
};
