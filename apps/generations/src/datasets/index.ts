// What other rooms use of datasets.
export { DatasetsService } from './datasets.service.ts';
