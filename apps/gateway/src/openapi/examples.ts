// The examples of the API document, typed by the contracts so that they cannot become outdated.
import {
  ERRORS,
  type AccessToken,
  type Account,
  type ApiKey,
  type CreatedApiKey,
  type ErrorCode,
  type ErrorResponse,
  type Generation,
  type ImportResult,
  type ImportState,
  type KeySet,
  type Member,
  type ProductList,
  type WorkspaceDetails,
} from '#contracts';

const REQUEST_ID = '019a8e9c-8f3b-7d50-b9d6-0c5a4be0a9f1';
const WORKSPACE_ID = '019a8e90-1c7d-7a35-9d10-3b1f5a9e2c47';
const ACCOUNT_ID = '019a8e90-1b02-7e61-8a6c-5d4c3b2a1f09';
const PRODUCT_ID = '019a8e9b-47aa-7f13-a2c4-6e8d0f1b3a5c';
const GENERATION_ID = '019a8e9c-9a41-7c02-8d53-5f0e6a7b8c9d';
const IMPORT_ID = '019a8e9a-2d5e-7b84-9c31-7a6b5c4d3e2f';
const MOMENT = 1_763_726_400; // 2025-11-21 12:00 UTC

/** The error response of a code. */
export function exampleError(code: ErrorCode): ErrorResponse {
  const { en, zh } = ERRORS[code];
  const error = { code, id: REQUEST_ID, message: en, details: [] };
  return code === 'InternalFault' ? { error, code, message: zh } : { error };
}

/** The answer to a sign-in. */
export const exampleToken: AccessToken = {
  accessToken: 'eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6Ii4uLiJ9.eyJpc3MiOiIuLi4ifQ.c2lnbmF0dXJl',
  tokenType: 'Bearer',
  tokenFormat: 'jwt',
  expiresIn: 3600,
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
  auth: {
    method: 'session',
    sessionId: '019a8e9c-0b1c-7d2e-8f30-415263748596',
    expiresAt: MOMENT + 3600,
  },
  createdAt: MOMENT - 86_400,
  updatedAt: MOMENT - 86_400,
  lastSignInAt: MOMENT,
};

/** A workspace. */
export const exampleWorkspace: WorkspaceDetails = {
  id: WORKSPACE_ID,
  name: 'Demo shop',
  role: 'owner',
  marketplace: 'US',
  monthlyBudgetMicros: 25_000_000,
  createdAt: MOMENT - 86_400,
  updatedAt: MOMENT,
};

/** A member of the workspace. */
export const exampleMember: Member = {
  accountId: '019a8e91-5a3c-7e19-8b27-1c2d3e4f5a6b',
  email: 'ana@example.com',
  name: 'Ana',
  role: 'editor',
  createdAt: MOMENT,
};

/** An API key that was used. */
export const exampleApiKey: ApiKey = {
  id: '019a8e92-6b4d-7f2a-9c38-2d3e4f5a6b7c',
  accountId: ACCOUNT_ID,
  workspaceId: WORKSPACE_ID,
  name: 'Nightly import',
  prefix: 'ssk_Jc4wT0bq',
  scopes: ['write'],
  lastUsedAt: MOMENT,
  createdAt: MOMENT - 86_400,
};

const { lastUsedAt: _, ...unusedKey } = exampleApiKey;
/** The same key when it has just been created. */
export const exampleCreatedApiKey: CreatedApiKey = { ...unusedKey, key: 'ssk_Jc4wT0bq…' };

/** Signing keys. */
export const exampleKeys: KeySet = {
  keys: [{ kty: 'RSA', use: 'sig', alg: 'RS256', kid: 'Zk3vB1m0q9sXw2yT5uR8aA', n: 'u1W…', e: 'AQAB' }],
};

/** A page of products. */
export const exampleProducts: ProductList = {
  products: [
    {
      id: PRODUCT_ID,
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

/** An import that has just been accepted. */
export const exampleImport: ImportResult = {
  id: IMPORT_ID,
  success: [],
  importing: ['B07Y33KYXZ'],
  failure: ['B000000001X'],
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
  completedAt: MOMENT + 1,
};
