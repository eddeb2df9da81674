// The examples of what follows after an import was accepted.
import type { ImportItemList, ImportList, ImportPreview, ImportResult, ImportState } from '#contracts';
import { exampleImport, exampleImportState } from './examples.ts';
import { streamOf } from './text-examples.ts';

const { accountId, createdAt, deadlineAt } = exampleImportState;

/** An import that was cancelled. */
export const exampleCancelledImport: ImportState = {
  id: exampleImport.id,
  success: [],
  importing: [],
  failure: ['B07Y33KYXZ'],
  status: 'CANCELLED',
  marketplace: 'US',
  counts: { total: 1, success: 0, importing: 0, failure: 1 },
  items: [
    {
      asin: 'B07Y33KYXZ',
      status: 'failure',
      errorCode: 'Cancelled',
      errorMessage: { en: 'The import was cancelled.', zh: '导入已取消。' },
    },
  ],
  accountId,
  createdAt,
  deadlineAt,
  completedAt: createdAt + 1,
};

/** An import of what was cancelled. */
export const exampleRetry: ImportResult = {
  id: '019a8e9b-30c2-7a16-8d25-1f2e3d4c5b6a',
  success: [],
  importing: ['B07Y33KYXZ'],
  failure: [],
  retryOf: exampleImport.id,
};

/** A page of imports. */
export const exampleImports: ImportList = {
  imports: [
    {
      id: exampleImport.id,
      status: 'PARTIAL',
      marketplace: 'US',
      counts: exampleImportState.counts,
      accountId,
      createdAt,
      deadlineAt,
      completedAt: createdAt + 2,
    },
  ],
};

/** A page of the items of an import. */
export const exampleImportItems: ImportItemList = { items: exampleImportState.items };

/** The stream of the events of an import. */
export const exampleImportEvents = streamOf([
  [
    '1',
    'import.snapshot',
    {
      ...exampleImport,
      status: 'RUNNING',
      marketplace: 'US',
      counts: { total: 2, success: 0, importing: 1, failure: 1 },
      items: [{ asin: 'B07Y33KYXZ', status: 'importing' }, exampleImportState.items[1]],
      accountId,
      createdAt,
      deadlineAt,
    },
  ],
  ['2', 'import.item', exampleImportState.items[0] ?? {}],
  ['2', 'import.progress', { counts: exampleImportState.counts }],
  ['end', 'import.completed', exampleImports.imports[0] ?? {}],
]);

/** What would become of the same identifiers. */
export const exampleImportPreview: ImportPreview = {
  success: [],
  importing: ['B07Y33KYXZ'],
  failure: ['B000000001X'],
};
