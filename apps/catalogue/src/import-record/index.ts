// What other rooms use of import-record.
export { ImportCompletionService } from './import-completion.service.ts';
export { ImportEntity, ImportItemEntity, type ImportKey } from './imports.entity.ts';
export {
  type AcceptedImport,
  type EarlyEnd,
  type ImportCounts,
  type ImportHeader,
  type ItemState,
  bucketsOf,
  importItemOf,
  importResultOf,
  importStateOf,
  importSummaryOf,
  statusLetters,
  withStatuses,
} from './imports.rules.ts';
export { ITEM, ImportsStore, type ItemRow, itemOf } from './imports.store.ts';
