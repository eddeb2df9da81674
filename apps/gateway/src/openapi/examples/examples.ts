// The examples of the API document, typed by the contracts so that they cannot become outdated.
import {
  ERRORS,
  GENERATION_ERRORS,
  type ErrorCode,
  type ErrorResponse,
  type Generation,
  type GenerationList,
  type ImportResult,
  type ImportState,
  type ModelList,
  type Product,
  type ProductCount,
  type ProductList,
  type Statistics,
} from '#contracts';
import { ACCOUNT_ID, MOMENT, WORKSPACE_ID } from './account-examples.ts';

const REQUEST_ID = '019a8e9c-8f3b-7d50-b9d6-0c5a4be0a9f1';
export const PRODUCT_ID = '019a8e9b-47aa-7f13-a2c4-6e8d0f1b3a5c';
const GENERATION_ID = '019a8e9c-9a41-7c02-8d53-5f0e6a7b8c9d';
const IMPORT_ID = '019a8e9a-2d5e-7b84-9c31-7a6b5c4d3e2f';

/** The error response of a code. */
export function exampleError(code: ErrorCode): ErrorResponse {
  const { en, zh } = ERRORS[code];
  const error = { code, id: REQUEST_ID, message: en, details: [] };
  return code === 'InternalFault' ? { error, code, message: zh } : { error };
}

/** A page of products. */
export const exampleProducts: ProductList = {
  products: [
    {
      id: PRODUCT_ID,
      version: 1,
      genre: 'Retailer',
      asin: 'B07Y33KYXZ',
      marketplace: 'US',
      title: 'Oak Bedside Table with Drawer',
      brand: 'Example Home',
      description: 'A bedside table of solid oak with one drawer.',
      specification: 'Material: Oak\nHeight: 55 cm',
      feature: 'Solid oak throughout',
      features: ['Solid oak throughout', 'One soft-closing drawer'],
      mainImage: 'https://images.example.com/B07Y33KYXZ.jpg',
      link: 'https://www.amazon.com/dp/B07Y33KYXZ',
      images: ['https://images.example.com/B07Y33KYXZ.jpg'],
      tags: ['Home', 'Furniture', 'Tables'],
      createdAt: MOMENT,
      updatedAt: MOMENT,
    },
  ],
  nextToken: 'eyJ2IjoxfQ.c2VhbGVk',
};

/** How many products there are. */
export const exampleProductCount: ProductCount = { count: 1, exact: true };

/** Exported products, by media type. */
export const exampleExport: Record<string, string> = {
  'text/csv':
    'id,genre,asin,marketplace,title,…\r\n019a8e9b-47aa-7f13-a2c4-6e8d0f1b3a5c,Retailer,B07Y33KYXZ,US,Oak Bedside Table with Drawer,…\r\n',
  'application/jsonl': exampleProducts.products.map((one) => `${JSON.stringify(one)}\n`).join(''),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '(a spreadsheet)',
};

/** An imported product whose title a person has edited. */
export const exampleEditedProduct: Product = {
  id: PRODUCT_ID,
  version: 2,
  genre: 'Retailer',
  asin: 'B07Y33KYXZ',
  marketplace: 'US',
  title: 'Oak Bedside Table with a Quiet Drawer',
  brand: 'Example Home',
  description: 'A bedside table of solid oak with one drawer.',
  specification: 'Material: Oak\nHeight: 55 cm',
  feature: 'Solid oak throughout',
  mainImage: 'https://images.example.com/B07Y33KYXZ.jpg',
  link: 'https://www.amazon.com/dp/B07Y33KYXZ',
  edited: ['title'],
  editedBy: { title: 'person' },
  imported: { title: 'Oak Bedside Table with Drawer' },
  createdAt: MOMENT,
  updatedAt: MOMENT + 60,
};

/** A product that a person has written. */
export const exampleCustomProduct: Extract<Product, { genre: 'Custom' }> = {
  id: '019a8e9d-11c4-7e60-b1a9-2d3e4f506172',
  version: 1,
  genre: 'Custom',
  title: 'Oak serving board, 40 cm',
  brand: 'Fenwick',
  description: '',
  specification: '',
  feature: '',
  mainImage: '',
  link: '',
  keywords: ['oak', 'kitchen'],
  createdAt: MOMENT,
  updatedAt: MOMENT,
};

/** An import that has just been accepted. */
export const exampleImport: ImportResult = {
  id: IMPORT_ID,
  success: [],
  importing: ['B07Y33KYXZ'],
  failure: ['B000000001X'],
};

/** A CSV file, and its import that has just been accepted. */
export const exampleCsvFile =
  'title,brand,keywords\r\n"Oak serving board, 40 cm",Fenwick,oak|kitchen\r\nToo,many,cells,here\r\n';
export const exampleCsvImport: ImportResult = {
  id: IMPORT_ID,
  success: [],
  importing: ['1'],
  failure: ['2'],
};

/** The same import when it has completed. */
export const exampleImportState: ImportState = {
  id: IMPORT_ID,
  success: ['B07Y33KYXZ'],
  importing: [],
  failure: ['B000000001X'],
  status: 'PARTIAL',
  marketplace: 'US',
  counts: { total: 2, success: 1, importing: 0, failure: 1 },
  items: [
    { asin: 'B07Y33KYXZ', status: 'success', productId: PRODUCT_ID },
    {
      asin: 'B000000001X',
      status: 'failure',
      errorCode: 'InvalidAsin',
      errorMessage: { en: 'This is not a well-formed ASIN.', zh: '该 ASIN 格式无效。' },
    },
  ],
  accountId: ACCOUNT_ID,
  createdAt: MOMENT,
  deadlineAt: MOMENT + 21_600,
  completedAt: MOMENT + 2,
};

/** A generation that has just been accepted. */
export const exampleGeneration: Generation = {
  id: GENERATION_ID,
  accountId: ACCOUNT_ID,
  workspaceId: WORKSPACE_ID,
  applicationId: 'product-title',
  applicationName: 'Product title',
  productId: PRODUCT_ID,
  productTitle: 'Oak Bedside Table with Drawer',
  applicationVersion: 1,
  productVersion: 1,
  stale: false,
  title: 'Product title: Oak Bedside Table with Drawer',
  inputs: { productId: PRODUCT_ID, keywords: ['oak'] },
  environment: { language: 'en', model: 'offline:composer-1', temperature: 0.2, tone: 'friendly' },
  manual: false,
  status: 'RUNNING',
  createdAt: MOMENT,
  deadlineAt: MOMENT + 900,
};

/** The same generation when it has succeeded. */
export const exampleFinishedGeneration: Generation = {
  ...exampleGeneration,
  status: 'SUCCESS',
  invocationId: '019a8e9c-a6b7-7d18-9e29-3a4b5c6d7e8f',
  result: [{ title: 'Example Home Oak Bedside Table with Drawer, 55 cm' }],
  resultType: 'RESULTS',
  checks: [],
  usage: { inputTokens: 0, outputTokens: 0, calls: 1, costMicros: 0 },
  review: { state: 'PENDING' },
  completedAt: MOMENT + 1,
};

/** The same generation when it was cancelled. */
export const exampleCancelledGeneration: Generation = {
  ...exampleGeneration,
  status: 'FAILED',
  errorCode: 'Cancelled',
  errorMessage: GENERATION_ERRORS.Cancelled,
  usage: { inputTokens: 0, outputTokens: null, calls: 1, partial: true, costMicros: 0 },
  completedAt: MOMENT + 1,
};

/** A generation that repeats it. */
export const exampleRetriedGeneration: Generation = {
  ...exampleGeneration,
  id: '019a8e9d-1b2c-7d3e-8f40-5a6b7c8d9e0f',
  retryOf: GENERATION_ID,
};

const { inputs: _inputs, result: _result, ...summary } = exampleFinishedGeneration;

/** A page of generations. */
export const exampleGenerations: GenerationList = {
  generations: [{ ...summary, preview: 'Example Home Oak Bedside Table with Drawer, 55 cm' }],
  nextToken: 'eyJ2IjoxfQ.c2VhbGVk',
};

/** The enabled models. */
export const exampleModels: ModelList = {
  models: [
    {
      id: 'offline:composer-1',
      provider: 'offline',
      isDefault: true,
      isOffline: true,
      kind: 'composer',
      structuredOutput: true,
      images: false,
      local: true,
      reachable: true,
    },
    {
      id: 'acme:large',
      provider: 'acme',
      isDefault: false,
      isOffline: false,
      kind: 'model',
      context: 128_000,
      structuredOutput: true,
      images: true,
      local: false,
      reachable: true,
      prices: { inputMicros: 2_500_000, outputMicros: 10_000_000, currency: 'USD' },
    },
  ],
};

const DAY = {
  imports: { success: 2, failure: 1 },
  generations: { success: 3, failed: 1, byErrorCode: { ModelTimeout: 1 } },
  tokens: { input: 5200, output: 640 },
  costMicros: 19_400,
  reviewed: { accepted: 2, edited: 1, rejected: 0 },
  editShare: 0.12,
  findings: { KEYWORD_MISSING: 1 },
};

/** The statistics of a day. */
export const exampleStatistics: Statistics = {
  from: 1_763_683_200,
  to: 1_763_769_600,
  interval: 'day',
  series: [{ start: 1_763_683_200, ...DAY }],
  total: DAY,
};
