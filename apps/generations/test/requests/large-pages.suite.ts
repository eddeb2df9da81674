// Lists of large rows: a page reads those for which it has room, and hardly any others.
import {
  createApplication,
  createDocument,
  listApplications,
  listApplicationVersions,
  listDocuments,
  replaceApplication,
  type Actor,
  type ApplicationDefinition,
} from '#contracts';
import { plansOf } from '#testing/plans';
import { newActor } from '../generations-environment.ts';
import { environment } from '../suite-environment.ts';

/** Most rows of a page, and more of them than there are. */
const LIMIT = 100;
const ROWS = 40;
/** Rows that a page may read in vain. */
const FEW = 2;
/** So long that 25 to 29 rows fit. */
const DESCRIPTION = 'long '.repeat(6000);

const definition: ApplicationDefinition = {
  name: 'Own',
  // Large as JSON, although Postgres keeps it in a few bytes.
  instructions: 'Write.'.repeat(1000),
  inputSchema: { type: 'object', description: DESCRIPTION },
  resultType: 'TEXT',
};

/** Reads a list to its end; tells the rows of each page, and the rows that each statement that fits gave. */
async function pagesOf(
  pattern: RegExp,
  read: (nextToken?: string) => Promise<{ rows: readonly unknown[]; nextToken?: string | undefined }>,
): Promise<{ shown: number[]; given: number[] }> {
  const shown: number[] = [];
  const plans = await plansOf(environment.servers.database.appUrl, pattern, async () => {
    for (let next: string | undefined, isFirst = true; isFirst || next !== undefined; isFirst = false) {
      const { rows, nextToken } = await read(next);
      shown.push(rows.length);
      next = nextToken;
    }
  });
  return { shown, given: plans.map((plan) => plan['Actual Rows']) };
}

const query = (actor: Actor, nextToken: string | undefined) => ({
  actor,
  limit: LIMIT,
  ...(nextToken !== undefined && { nextToken }),
});

/** All rows came, and few that a page had no room for: the bytes by which they are cut leave the small fields out. */
function expectFitting({ shown, given }: { shown: number[]; given: number[] }, rows: number): void {
  expect(shown.reduce((sum, count) => sum + count)).toBe(rows);
  expect(shown.length).toBeGreaterThan(1);
  for (const [i, count] of given.entries()) expect(count - (shown[i] ?? 0)).toBeLessThanOrEqual(FEW);
}

it('a page of large documents reads those that it shows, and hardly more', async () => {
  const actor = newActor();
  const body = { title: 'Notes', content: DESCRIPTION };
  for (let n = 0; n < ROWS; n += 1) await environment.gateway.request(createDocument, { actor, body });
  const pages = await pagesOf(/"cursorId".*document/s, async (nextToken) => {
    const page = await environment.gateway.request(listDocuments, query(actor, nextToken));
    return { rows: page.documents, nextToken: page.nextToken };
  });
  expectFitting(pages, ROWS);
});

it('a page of large applications, or of their versions, reads those that it shows, and hardly more', async () => {
  const actor = newActor();
  const { gateway } = environment;
  const { application } = await gateway.request(createApplication, { actor, body: definition });
  const { id } = application;
  for (let n = 1; n < ROWS; n += 1) {
    await gateway.request(createApplication, { actor, body: definition });
    await gateway.request(replaceApplication, { actor, id, body: definition });
  }
  const applications = await pagesOf(/"cursorId".*application_version/s, async (nextToken) => {
    const page = await gateway.request(listApplications, query(actor, nextToken));
    return { rows: page.applications.filter(({ builtIn }) => !builtIn), nextToken: page.nextToken };
  });
  expectFitting(applications, ROWS);
  const versions = await pagesOf(/one\.version < /, async (nextToken) => {
    const page = await gateway.request(listApplicationVersions, { ...query(actor, nextToken), id });
    return { rows: page.versions, nextToken: page.nextToken };
  });
  expectFitting(versions, ROWS);
});
