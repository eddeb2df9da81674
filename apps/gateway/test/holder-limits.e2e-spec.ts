// Tests the limits that an operator has set for the holder of a workspace, counted on a real Redis.
import { rm } from 'node:fs/promises';
import { getMembership } from '#contracts';
import { newId } from '#platform/context';
import { freePort, loadSecrets, startRedis, temporaryFolder, type RedisServer } from '#testing/servers';
import {
  errorOf,
  GENERATIONS,
  IMPORT,
  JSON_TYPE,
  PRODUCTS,
  startGateway,
  type GatewayEnvironment,
} from './gateway-environment.ts';

let dir: string;
let redis: RedisServer;
let gateway: GatewayEnvironment;
beforeAll(async () => {
  dir = await temporaryFolder('holder-limits');
  redis = await startRedis({ dir, port: await freePort(), secrets: await loadSecrets(dir) });
  const limits = { LIMIT_READS_PER_MIN: 5, LIMIT_TIMEOUT_MS: 10_000 };
  gateway = await startGateway({ ...limits, REDIS_URL: redis.url('gateway') });
});
afterAll(async () => {
  await gateway?.close();
  await redis?.stop();
  await rm(dir, { recursive: true, force: true });
});

/** Sends requests of an account in a workspace. */
async function member(sub = newId(), wid = newId()) {
  const authorization = `Bearer ${await gateway.signer.token({ sub, wid })}`;
  const post = (path: string, body: object): Promise<Response> => {
    const headers = { ...JSON_TYPE, authorization };
    return gateway.call(path, { method: 'POST', body: JSON.stringify(body), headers });
  };
  const reads = (count: number): Promise<Response[]> =>
    Promise.all(Array.from({ length: count }, () => gateway.call(PRODUCTS, { headers: { authorization } })));
  return { post, reads };
}

const isAllowed = ({ status }: Response): boolean => status < 300;
const policyOf = ({ headers }: Response) => headers.get('ratelimit-policy');

it('hold for each of its members', async () => {
  const limits = { readsPerMin: 7, writesPerMin: 1, importItemsPerH: 10 };
  await gateway.owners.on(getMembership, () => ({ role: 'owner' as const, holderId: newId(), limits }));
  const one = await member();
  const reads = await one.reads(8);
  expect([reads.filter(isAllowed).length, policyOf(reads[0]!)]).toEqual([7, '"read";q=7;w=60']);
  const request = { applicationId: 'product-title' };
  const written = await one.post(GENERATIONS, request);
  expect([written.status, policyOf(written)]).toEqual([201, '"write";q=1;w=60']);
  expect((await one.post(GENERATIONS, request)).status).toBe(429);
  const other = await member();
  const refused = await other.post(IMPORT, { asins: Array<string>(11).fill('no ASIN'), marketplace: 'CN' });
  expect(await errorOf(refused)).toMatchObject({
    code: 'QuotaExceeded',
    message: 'A workspace may submit at most 10 identifiers and rows for import in an hour.',
  });
});

it('are used up by what a member does in workspaces of that holder alone', async () => {
  const sub = newId();
  const generous = newId();
  const more = { holderId: newId(), limits: { readsPerMin: 7 } };
  await gateway.owners.on(getMembership, ({ workspaceId }) => ({
    role: 'owner' as const,
    ...(workspaceId === generous ? more : { holderId: sub }),
  }));
  const first = await (await member(sub, generous)).reads(8);
  const then = await (await member(sub)).reads(8);
  expect([first, then].map((reads) => reads.filter(isAllowed).length)).toEqual([7, 5]);
});
