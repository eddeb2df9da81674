// A running gateway whose owners answer as the examples of the document do.
import {
  AppError,
  createGeneration,
  createImport,
  createSession,
  getProduct,
  listProducts,
  type GenerationRequest,
  type ImportRequest,
} from '#contracts';
import {
  exampleGeneration,
  exampleImport,
  exampleProducts,
  exampleToken,
} from '../src/openapi/examples.rules.ts';
import { BASE, CORE, startGateway, type RunningGateway } from './running-gateway.ts';

export const IMPORT = `${BASE}/products/import/retailer`;
export const SIGN_IN = `${CORE}/accounts/sessions/email`;
export const GENERATIONS = `${BASE}/generations`;
export const JSON_TYPE = { 'content-type': 'application/json' };

/** A gateway, and what came through it. */
export interface UsualGateway extends RunningGateway {
  /** Bodies that reached the owners, the oldest first; a test may empty it. */
  accepted: (ImportRequest | GenerationRequest)[];
  post(path: string, body: string, headers?: Record<string, string>): Promise<Response>;
}

/** Starts a gateway with owners who accept everything, and know no single product. */
export async function startUsualGateway(): Promise<UsualGateway> {
  const gateway = await startGateway();
  const { owners } = gateway;
  const accepted: UsualGateway['accepted'] = [];
  await owners.on(createSession, () => exampleToken);
  await owners.on(listProducts, () => JSON.stringify(exampleProducts));
  await owners.on(getProduct, () => new AppError('NotFound'));
  await owners.on(createGeneration, ({ body }) => {
    accepted.push(body);
    return { generation: exampleGeneration, replayed: false };
  });
  await owners.on(createImport, ({ body }) => {
    accepted.push(body);
    return { import: exampleImport, replayed: false };
  });
  return {
    ...gateway,
    accepted,
    post: (path, body, headers = JSON_TYPE) => gateway.call(path, { method: 'POST', body, headers }),
  };
}
