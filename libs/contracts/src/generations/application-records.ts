// Defines applications as clients see and write them: the built-in ones, and those of a workspace with their versions.
import { z } from 'zod';
import { generationEnvironment } from '../generation-environment.ts';
import { resultType } from '../applications.ts';
import { productField } from '../catalogue/product-fields.ts';
import { ifVersion } from '../catalogue/product-writes.ts';
import { request } from '../define.ts';
import { generationRequest } from '../generations.ts';
import { marketplace } from '../marketplaces.ts';
import { pageInput, pageOutput, pageQuery } from '../paging.ts';
import { limitUnit } from './policies.ts';
import { actor, idempotencyKey, opaqueId, timestamp } from '../values.ts';

/** Most characters of the instructions of an application. */
export const MAX_INSTRUCTIONS = 8000;

/** A JSON Schema as an object; the owner checks what stands in it. */
const schemaObject = z.record(z.string(), z.json());

/** A limit that texts of an application keep. */
export const applicationLimit = z
  .object({
    marketplace: marketplace
      .optional()
      .describe('The marketplace where the limit holds; absent: all that have no limit of their own.'),
    field: z.string().describe('`text`: each text. `result`: all of them together.'),
    unit: limitUnit,
    most: z.int(),
  })
  .meta({ id: 'ApplicationLimit' });
export type ApplicationLimit = z.infer<typeof applicationLimit>;

const fields = {
  name: z.string().regex(/\S/, 'An application needs a name.').max(100),
  description: z.string().max(1000).optional(),
  instructions: z
    .string()
    .regex(/\S/, 'Say what to write.')
    .max(MAX_INSTRUCTIONS)
    .describe(
      'A Liquid template with the variables `product`, `document`, `inputs` and `environment`. The model gets its output as guidance; the built-in rules take precedence.',
    ),
  inputSchema: schemaObject.describe(
    'JSON Schema 2020-12 of `inputs` without `productId`, at most 32 KB and 8 levels deep.',
  ),
  resultType,
  resultSchema: schemaObject
    .optional()
    .describe('JSON Schema of one item of RESULTS. Default: an object with `text`.'),
  environment: generationEnvironment.optional().describe('Settings that a generation has by default.'),
};

/** Body of an application: all of it, when it is created and when it is changed. */
export const applicationDefinition = z.strictObject(fields).meta({
  id: 'ApplicationDefinition',
  example: {
    name: 'Care label',
    instructions: 'Write how to care for {{ product.title }}, for {{ inputs.audience }}.',
    inputSchema: { type: 'object', properties: { audience: { type: 'string' } }, required: ['audience'] },
    resultType: 'TEXT',
  },
});
export type ApplicationDefinition = z.infer<typeof applicationDefinition>;

/** An application at one of its versions. */
export const applicationRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().optional(),
    version: z.int().describe('1 at first; grows with each change.'),
    builtIn: z.boolean().describe('True for the built-in applications, which nobody can change.'),
    resultType,
    target: productField.optional().describe('The field of a product that an accepted text becomes.'),
    limits: z.array(applicationLimit),
    inputSchema: schemaObject,
    resultSchema: schemaObject.optional().describe('JSON Schema of one item of RESULTS.'),
    environment: generationEnvironment.optional(),
    instructions: z.string().optional().describe('Only in applications that a workspace has defined.'),
    createdAt: timestamp,
    updatedAt: timestamp,
    archivedAt: timestamp
      .optional()
      .describe('When it was archived. Since then, nothing new can be written with it.'),
  })
  .meta({ id: 'Application' });
export type ApplicationRecord = z.infer<typeof applicationRecord>;

/** Query of the list of applications. */
export const applicationListQuery = z.strictObject(pageQuery('Applications'));
export type ApplicationListQuery = z.infer<typeof applicationListQuery>;

/** One page of applications: first the built-in ones, then the newest. */
export const applicationList = z
  .object({ applications: z.array(applicationRecord), ...pageOutput })
  .meta({ id: 'ApplicationList' });
export type ApplicationList = z.infer<typeof applicationList>;

/** Version of an application that is asked for. With nine digits it is an integer of Postgres. */
export const applicationVersion = z.int().min(1).max(999_999_999);

/** Query of one application. */
export const applicationQuery = z.strictObject({
  version: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'Use a version, such as 1.')
    .transform(Number)
    .pipe(applicationVersion)
    .optional()
    .describe('Default: the latest.'),
});
export type ApplicationQuery = z.infer<typeof applicationQuery>;

/** Query of the versions of an application. */
export const applicationVersionsQuery = z.strictObject(pageQuery('Versions'));
export type ApplicationVersionsQuery = z.infer<typeof applicationVersionsQuery>;

/** One page of the versions of an application, the latest first. */
export const applicationVersionList = z
  .object({ versions: z.array(applicationRecord), ...pageOutput })
  .meta({ id: 'ApplicationVersionList' });
export type ApplicationVersionList = z.infer<typeof applicationVersionList>;

const page = { idempotent: true, passthrough: true, since: '1.1.0' } as const;

export const listApplications = request({
  operation: {
    id: 'ListApplications',
    summary: 'List applications',
    description:
      'The built-in applications, then those of the workspace, the newest first. Archived ones are not listed.',
  },
  subject: 'generations.person.applications.list',
  input: z.object({ actor, ...pageInput }),
  output: applicationList,
  errors: ['InvalidNextToken'],
  ...page,
});

export const getApplication = request({
  operation: {
    id: 'GetApplication',
    summary: 'Get an application',
    description: 'An application at a version, by default the latest. An archived one has `archivedAt`.',
    answer: 'The application.',
  },
  subject: 'generations.person.applications.get',
  input: z.object({ actor, id: z.string(), version: z.int().optional() }),
  output: applicationRecord,
  errors: ['NotFound'],
  idempotent: true,
  since: '1.1.0',
});

export const listApplicationVersions = request({
  operation: {
    id: 'ListApplicationVersions',
    summary: 'List the versions of an application',
    description: 'All versions, the latest first. A version never changes.',
  },
  subject: 'generations.person.applications.versions',
  input: z.object({ actor, id: z.string(), ...pageInput }),
  output: applicationVersionList,
  errors: ['NotFound', 'InvalidNextToken'],
  ...page,
});

export const createApplication = request({
  operation: {
    id: 'CreateApplication',
    summary: 'Create an application',
    description:
      'Adds a kind of content with its own instructions. The template and the schemas are checked; an error names the exact place of a fault.',
    answer: 'The application at its first version.',
  },
  subject: 'generations.person.applications.create',
  since: '1.1.0',
  input: z.object({ actor, body: applicationDefinition, idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ application: applicationRecord, replayed: z.boolean() }),
  errors: ['QuotaExceeded', 'IdempotencyKeyReused', 'IdempotencyInProgress'],
});

export const replaceApplication = request({
  operation: {
    id: 'ReplaceApplication',
    summary: 'Change an application',
    description:
      'Makes the body, which must be complete, the next version. Earlier versions stay, and generations keep the version that they were accepted with. A built-in application cannot be changed.',
    answer: 'The application at its new version.',
  },
  subject: 'generations.person.applications.replace',
  since: '1.1.0',
  input: z.object({ actor, id: z.string(), ifVersion, body: applicationDefinition }),
  output: applicationRecord,
  errors: ['NotFound', 'MethodNotAllowed', 'VersionMismatch', 'QuotaExceeded'],
});

export const archiveApplication = request({
  operation: {
    id: 'ArchiveApplication',
    summary: 'Archive an application',
    description:
      'Removes an application from the list; nothing new can be written with it. Generations keep its id and its name. A built-in application cannot be archived.',
    answer: 'It is archived.',
  },
  subject: 'generations.person.applications.archive',
  since: '1.1.0',
  input: z.object({ actor, id: z.string(), ifVersion }),
  output: z.object({}),
  errors: ['NotFound', 'MethodNotAllowed', 'VersionMismatch'],
});

/** Body of a preview. */
export const previewRequest = z
  .strictObject({
    inputs: generationRequest.shape.inputs,
    productId: opaqueId.optional().describe('A product of the workspace.'),
    documentId: opaqueId.optional().describe('A document of the workspace.'),
    environment: generationEnvironment.optional(),
    definition: applicationDefinition
      .optional()
      .describe(
        "Takes the place of the application's own, such as a next version before it is made. Of a built-in application too, for one that is to become a copy. It is checked as if it were saved, and not kept.",
      ),
  })
  .meta({ id: 'PreviewRequest', example: { inputs: { audience: 'families' } } });
export type PreviewRequest = z.infer<typeof previewRequest>;

/** What a model would be sent, and roughly how many tokens and how much money that would take. */
export const preview = z
  .object({
    messages: z.array(z.object({ role: z.enum(['system', 'user']), content: z.string() })),
    estimate: z.object({
      inputTokens: z.int().describe('An estimate: one token for each four bytes of the messages.'),
      outputTokens: z.int().describe('An upper bound: the tokens of the longest possible result.'),
      costMicros: z
        .int()
        .nullable()
        .describe('Millionths of the currency; null when the price of the model is not known.'),
    }),
  })
  .meta({ id: 'Preview' });
export type Preview = z.infer<typeof preview>;

export const previewGeneration = request({
  operation: {
    id: 'PreviewGeneration',
    summary: 'Preview what a model would be sent',
    description:
      'The messages that a generation would send to its model, and roughly what they would cost. Calls no model and keeps nothing. With `definition`, you can try an application before you save it.',
    answer: 'The messages.',
  },
  subject: 'generations.person.applications.preview',
  since: '1.1.0',
  input: z.object({ actor, id: z.string(), body: previewRequest }),
  output: preview,
  errors: ['NotFound', 'UnknownReference', 'TooManyRequests'],
  idempotent: true,
});
