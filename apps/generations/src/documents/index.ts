// What other rooms use of documents.
export { type DocumentText, DocumentsService } from './documents.service.ts';
