// Defines applications as clients see and write them: the built-in ones, and those of a workspace with their versions.
import { z } from 'zod';
import { generationEnvironment } from './environment.ts';
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

/** Query of one application. */
export const applicationQuery = z.strictObject({
  version: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'Use a version, such as 1.')
    .transform(Number)
    .pipe(z.int().min(1).max(999_999_999))
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

/** Returns one page of the applications that are not archived, as JSON text. */
export const listApplications = request({
  subject: 'generations.person.applications.list',
  input: z.object({ actor, ...pageInput }),
  output: applicationList,
  errors: ['InvalidNextToken'],
  ...page,
});

/** Returns an application at a version, by default the latest. */
export const getApplication = request({
  subject: 'generations.person.applications.get',
  input: z.object({ actor, id: z.string(), version: z.int().optional() }),
  output: applicationRecord,
  errors: ['NotFound'],
  idempotent: true,
  since: '1.1.0',
});

/** Returns one page of the versions of an application, as JSON text. */
export const listApplicationVersions = request({
  subject: 'generations.person.applications.versions',
  input: z.object({ actor, id: z.string(), ...pageInput }),
  output: applicationVersionList,
  errors: ['NotFound', 'InvalidNextToken'],
  ...page,
});

/** Creates an application. */
export const createApplication = request({
  subject: 'generations.person.applications.create',
  since: '1.1.0',
  input: z.object({ actor, body: applicationDefinition, idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ application: applicationRecord, replayed: z.boolean() }),
  errors: ['IdempotencyKeyReused', 'IdempotencyInProgress'],
});

/** Makes the next version of an application. */
export const replaceApplication = request({
  subject: 'generations.person.applications.replace',
  since: '1.1.0',
  input: z.object({ actor, id: z.string(), ifVersion, body: applicationDefinition }),
  output: applicationRecord,
  errors: ['NotFound', 'VersionMismatch', 'QuotaExceeded'],
});

/** Archives an application: nothing new can be written with it, and what was written keeps its name. */
export const archiveApplication = request({
  subject: 'generations.person.applications.archive',
  since: '1.1.0',
  input: z.object({ actor, id: z.string(), ifVersion }),
  output: z.object({}),
  errors: ['NotFound', 'VersionMismatch'],
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

/** Returns what a model would be sent for a generation, without calling it. */
export const previewGeneration = request({
  subject: 'generations.person.applications.preview',
  since: '1.1.0',
  input: z.object({ actor, id: z.string(), body: previewRequest }),
  output: preview,
  errors: ['NotFound', 'UnknownReference', 'TooManyRequests'],
  idempotent: true,
});
