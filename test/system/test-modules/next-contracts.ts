// Test module: the contracts of the next release, in which jobs have version 1 or 2.
import { z } from 'zod';
import {
  fetchBatchJob as fetchBatchJobV1,
  generationJob as generationJobV1,
} from '../../../libs/contracts/src/index.ts';

export * from '../../../libs/contracts/src/index.ts';

const v = z.literal([1, 2]);

// The casts keep the types of version 1, because everything else of the next release is compiled against them.
export const generationJob = {
  ...generationJobV1,
  data: generationJobV1.data.extend({ v }),
} as unknown as typeof generationJobV1;
export const fetchBatchJob = {
  ...fetchBatchJobV1,
  data: fetchBatchJobV1.data.extend({ v }),
} as unknown as typeof fetchBatchJobV1;
