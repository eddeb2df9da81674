// The examples of the API document, typed by the contracts so that they cannot become outdated.
import {
  ERRORS,
  type AccessToken,
  type Account,
  type CheckResult,
  type ErrorCode,
  type ErrorResponse,
  type Generation,
  type ImportResult,
  type ImportState,
  type KeySet,
  type Product,
  type ProductCount,
  type ProductList,
  type RegisteredAccount,
  type SessionList,
  type SessionTokens,
} from '#contracts';

const REQUEST_ID = '019a8e9c-8f3b-7d50-b9d6-0c5a4be0a9f1';
const WORKSPACE_ID = '019a8e90-1c7d-7a35-9d10-3b1f5a9e2c47';
const ACCOUNT_ID = '019a8e90-1b02-7e61-8a6c-5d4c3b2a1f09';
const PRODUCT_ID = '019a8e9b-47aa-7f13-a2c4-6e8d0f1b3a5c';
const GENERATION_ID = '019a8e9c-9a41-7c02-8d53-5f0e6a7b8c9d';
const IMPORT_ID = '019a8e9a-2d5e-7b84-9c31-7a6b5c4d3e2f';
const SESSION_ID = '019a8e9c-0b1c-7d2e-8f30-415263748596';
const MOMENT = 1_763_726_400; // 2025-11-21 12:00 UTC

/** The error response of a code. */
export function exampleError(code: ErrorCode): ErrorResponse {
  const { en, zh } = ERRORS[code];
  const error = { code, id: REQUEST_ID, message: en, details: [] };
  return code === 'InternalFault' ? { error, code, message: zh } : { error };
}

/** An access token. */
export const exampleToken: AccessToken = {
  accessToken: 'eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6Ii4uLiJ9.eyJpc3MiOiIuLi4ifQ.c2lnbmF0dXJl',
  tokenType: 'Bearer',
  tokenFormat: 'jwt',
  expiresIn: 3600,
};

/** The answer to a sign-in. */
export const exampleSignedIn: SessionTokens = {
  ...exampleToken,
  refreshToken: 'ssr_pq3v0dJc2N9qOQmWc6yq7wXf0sB1n5tR8uY2kLzHhAaEeIiOoUu4C6D8F0G2J4K6M',
  refreshExpiresIn: 2_592_000,
  sessionId: SESSION_ID,
};

/** An account. */
export const exampleAccount: Account = {
  id: ACCOUNT_ID,
  email: 'demo@shelfscribe.dev',
  name: 'Demo',
  status: 'ACTIVE',
  locale: 'en',
  workspaces: [{ id: WORKSPACE_ID, name: 'Demo shop', role: 'owner', marketplace: 'US' }],
  currentWorkspaceId: WORKSPACE_ID,
  auth: { sessionId: SESSION_ID, expiresAt: MOMENT + 2_592_000 },
  createdAt: MOMENT - 86_400,
  updatedAt: MOMENT - 86_400,
  lastSignInAt: MOMENT,
};

/** The account after its registration. */
export const exampleRegisteredAccount: RegisteredAccount = {
  id: ACCOUNT_ID,
  email: 'ana@example.com',
  name: 'Ana',
  status: 'ACTIVE',
  locale: 'en',
  workspaces: [{ id: WORKSPACE_ID, name: 'Ana', role: 'owner', marketplace: 'US' }],
  createdAt: MOMENT,
  updatedAt: MOMENT,
};

/** A page of sessions. */
export const exampleSessions: SessionList = {
  sessions: [
    {
      id: SESSION_ID,
      createdAt: MOMENT,
      lastUsedAt: MOMENT + 3000,
      expiresAt: MOMENT + 3000 + 2_592_000,
      userAgent: 'Mozilla/5.0',
      address: '198.51.100.7',
      current: true,
    },
  ],
};

/** Signing keys. */
export const exampleKeys: KeySet = {
  keys: [{ kty: 'RSA', use: 'sig', alg: 'RS256', kid: 'Zk3vB1m0q9sXw2yT5uR8aA', n: 'u1W…', e: 'AQAB' }],
};

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
  createdAt: MOMENT,
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
  usage: { inputTokens: null, outputTokens: null, calls: 1 },
  review: { state: 'PENDING' },
  completedAt: MOMENT + 1,
};

/** The same generation when its result was rejected. */
export const exampleRejectedGeneration: Generation = {
  ...exampleFinishedGeneration,
  review: { state: 'REJECTED', by: ACCOUNT_ID, at: MOMENT + 60, reason: 'The size is missing.' },
};

/** The findings about a title. */
export const exampleCheckResult: CheckResult = {
  checks: [
    {
      variant: 0,
      rule: 'FORBIDDEN_CHARACTER',
      severity: 'hard',
      start: 17,
      end: 18,
      message: { en: 'The marketplace does not allow this character.', zh: '站点不允许使用此字符。' },
      policyVersion: '2026-11-21',
    },
  ],
};

/** The stream of its events. */
const LIVE_EVENTS: [id: string, event: string, data: object][] = [
  ['0.0', 'generation.snapshot', { generation: exampleGeneration, partial: [] }],
  ['1.1', 'generation.started', { attempt: 1, model: 'offline:composer-1' }],
  ['1.2', 'generation.output.delta', { attempt: 1, index: 0, delta: 'Example Home Oak' }],
  ['end', 'generation.completed', exampleFinishedGeneration],
];
export const exampleLiveText = LIVE_EVENTS.map(
  ([id, event, data]) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
).join('');
