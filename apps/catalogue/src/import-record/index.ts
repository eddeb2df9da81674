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
export { HEADER, ITEM, type ItemRow, itemOf } from './import-rows.rules.ts';
export { ImportsStore } from './imports.store.ts';
