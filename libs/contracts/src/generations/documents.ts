// Defines documents: texts of a workspace that guide the writing, or that accepted results became.
import { z } from 'zod';
import { ifVersion } from '../catalogue/product-writes.ts';
import { request } from '../define.ts';
import { pageInput, pageOutput, pageQuery } from '../paging.ts';
import { actor, idempotencyKey, opaqueId, timestamp, uuid } from '../values.ts';

/** Most bytes of UTF-8 in the content of a document. */
export const MAX_DOCUMENT_BYTES = 64 * 1024;

const title = z.string().regex(/\S/, 'A document needs a title.').max(200);
const content = z
  .string()
  .refine(
    (text) => new TextEncoder().encode(text).length <= MAX_DOCUMENT_BYTES,
    `Send at most ${MAX_DOCUMENT_BYTES} bytes of UTF-8.`,
  )
  .describe(`At most ${MAX_DOCUMENT_BYTES} bytes of UTF-8.`);

/** What a document is good for. */
export const documentKind = z.enum(['guidance', 'facts']).meta({
  id: 'DocumentKind',
  description:
    '`guidance`: how texts sound; nothing in it is evidence. `facts`: what holds for the product of the document, or of the generation that names it; texts may state it.',
});
export type DocumentKind = z.infer<typeof documentKind>;

/** A document. */
export const document = z
  .object({
    id: uuid,
    title: z.string(),
    content: z.string(),
    kind: documentKind,
    productId: uuid.optional().describe('The product that the document is about.'),
    version: z.int().describe('1 at first; counts the changes.'),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Document' });
export type Document = z.infer<typeof document>;

/** Body of a new document. */
export const documentCreation = z
  .strictObject({
    title,
    content,
    kind: documentKind.default('guidance'),
    productId: opaqueId.optional().describe('The product that the document is about.'),
  })
  .meta({
    id: 'DocumentCreation',
    example: { title: 'Brand voice guide', content: 'Plain and warm. Short sentences.' },
  });
export type DocumentCreation = z.infer<typeof documentCreation>;

/** Body of a change: a JSON Merge Patch (RFC 7396). */
export const documentPatch = z
  .strictObject({
    title: title.optional(),
    content: content.optional(),
    kind: documentKind.optional(),
    productId: opaqueId.nullish().describe('Null: the document is about no product any more.'),
  })
  .meta({ id: 'DocumentPatch', example: { content: 'Plain and warm. No exclamation marks.' } });
export type DocumentPatch = z.infer<typeof documentPatch>;

/** Query of the list of documents. */
export const documentListQuery = z.strictObject(pageQuery('Documents'));
export type DocumentListQuery = z.infer<typeof documentListQuery>;

/** One page of documents, newest first. */
export const documentList = z
  .object({ documents: z.array(document), ...pageOutput })
  .meta({ id: 'DocumentList' });
export type DocumentList = z.infer<typeof documentList>;

export const listDocuments = request({
  operation: {
    id: 'ListDocuments',
    summary: 'List documents',
    description: 'The documents of the workspace, newest first.',
  },
  subject: 'generations.person.documents.list',
  since: '1.1.0',
  input: z.object({ actor, ...pageInput }),
  output: documentList,
  errors: ['InvalidNextToken'],
  idempotent: true,
  passthrough: true,
});

export const getDocument = request({
  operation: {
    id: 'GetDocument',
    summary: 'Get a document',
    description: 'One document of the workspace.',
    answer: 'The document.',
  },
  subject: 'generations.person.documents.get',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: document,
  errors: ['NotFound'],
  idempotent: true,
});

/** UnknownReference: the workspace has no such product. */
export const createDocument = request({
  operation: {
    id: 'CreateDocument',
    summary: 'Create a document',
    description: 'Adds a text that can guide generations, which name it by its id.',
    answer: 'The document.',
  },
  subject: 'generations.person.documents.create',
  since: '1.1.0',
  input: z.object({ actor, body: documentCreation, idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ document, replayed: z.boolean() }),
  errors: ['UnknownReference', 'QuotaExceeded', 'IdempotencyKeyReused', 'IdempotencyInProgress'],
});

/** A patch that changes nothing leaves the version. */
export const patchDocument = request({
  operation: {
    id: 'UpdateDocument',
    summary: 'Change a document',
    description:
      'Applies a JSON Merge Patch (RFC 7396). Generations that were accepted before keep the former content.',
    answer: 'The document after the change.',
  },
  subject: 'generations.person.documents.patch',
  since: '1.1.0',
  input: z.object({ actor, id: z.string(), ifVersion, body: documentPatch }),
  output: document,
  errors: ['NotFound', 'VersionMismatch', 'UnknownReference', 'QuotaExceeded'],
});

export const deleteDocument = request({
  operation: {
    id: 'DeleteDocument',
    summary: 'Delete a document',
    description: 'Deletes a document. The generations that used it keep its id and its title.',
    answer: 'It is deleted.',
  },
  subject: 'generations.person.documents.delete',
  since: '1.1.0',
  input: z.object({ actor, id: z.string(), ifVersion }),
  output: z.object({}),
  errors: ['NotFound', 'VersionMismatch'],
});
