// Defines imports of products from CSV files: their rows as they travel to the catalogue, and the requests for them.
import { z } from 'zod';
import { importResult, onlyRepeat } from './imports.ts';
import { importedProduct } from './product-fields.ts';
import { request } from '../define.ts';
import { actor, idempotencyKey, uuid } from '../values.ts';

/** Most bytes of a CSV file. */
export const MAX_CSV_BYTES = 5 * 1024 * 1024;

/** Most rows of a CSV file, without its header. A cancellation can still end so many items well within its time limit. */
export const MAX_CSV_ROWS = 10_000;

/** Most rows in one chunk. */
export const MAX_CHUNK_ROWS = 250;

/** A row of a CSV file. Only its form is checked: what its values may be depends on the product that it writes. */
const productRow = z.object({
  row: z.int().min(1).describe('1 is the first row after the header.'),
  id: z.string().optional().describe('The product to be changed; absent for a new one.'),
  content: importedProduct.partial().describe('The fields that have a column; an empty cell is "" or [].'),
  fixed: z
    .partialRecord(z.enum(['genre', 'asin', 'marketplace']), z.string())
    .describe('Columns of the row that describe the product and cannot change it.'),
});
export type ProductRow = z.infer<typeof productRow>;

/** A row that cannot be read as a product. */
const invalidRow = z.object({
  row: productRow.shape.row,
  isInvalid: z.literal(true),
  target: z
    .string()
    .optional()
    .describe('The column that is wrong; absent when the row as a whole is wrong.'),
});
export type InvalidRow = z.infer<typeof invalidRow>;

/** A row of a chunk. */
export const csvRow = z.union([invalidRow, productRow]);
export type CsvRow = z.infer<typeof csvRow>;

/** Stores a part of a file, of which nobody sees anything until the import is created. */
export const stageCsvChunk = request({
  subject: 'catalogue.person.csv-imports.stage',
  since: '1.1.0',
  input: z.object({
    actor,
    importId: uuid,
    chunk: z.int().min(1).describe('1 is the first chunk of the file.'),
    rows: z.array(csvRow).min(1).max(MAX_CHUNK_ROWS),
  }),
  output: z.object({}),
  idempotent: true,
});

export const createCsvImport = request({
  operation: {
    id: 'ImportCsvProducts',
    summary: 'Import products from a CSV file',
    description: `Creates a Custom product of each row, or changes the one that the column \`id\` names. The file is UTF-8, at most 5 MB with ${MAX_CSV_ROWS} rows, and its first line is the header: \`title\` and other fields of a product. The entries of a list are joined by \`|\`, with \`\\\` before a \`|\` or \`\\\` in them. An exported file can be imported as it is. The answer names rows by their numbers; 1 is the first row after the header. Follow the import at \`Location\`.`,
    answer: 'Accepted.',
  },
  subject: 'catalogue.person.csv-imports.create',
  since: '1.1.0',
  input: z.object({
    actor,
    importId: uuid,
    chunks: z.int().min(1).describe('Of a file that only repeats another one, no chunk is stored.'),
    fileHash: z.string().describe('Equal files have equal hashes.'),
    idempotencyKey: idempotencyKey.optional(),
    onlyRepeat,
  }),
  output: z.object({ import: importResult, replayed: z.boolean() }),
  errors: ['IdempotencyKeyReused', 'IdempotencyInProgress', 'QuotaExceeded'],
  timeoutMs: 10_000,
});
