// The tables of docs/configuration.md say of each variable who reads it, what holds without it and what it may hold.
import { z } from 'zod';
import { flag, integer, jsonText, list, processConfig } from '#platform/config';
import { tablesOf, withTables } from './configuration.ts';
import { readSettings } from './settings.ts';

/** The default and the values of a variable of auth with this schema; its meaning comes from the real config.ts. */
function toldOf(name: string, schema: z.ZodType): [string | undefined, string] {
  const [{ fallback, allowed } = { fallback: 'nothing', allowed: 'nothing' }] = readSettings({
    auth: z.object({ [name]: schema }),
  });
  return [fallback, allowed];
}

it.each<[string, z.ZodType, [string | undefined, string]]>([
  ['KEY_ROTATION_DAYS', integer(30, { min: 1, max: 365 }), ['`30` days', '1 to 365']],
  ['SHUTDOWN_MS', integer(60_000), ['`60000` ms', 'from 0']],
  ['LOG_PRETTY', flag(true), ['`on`', '`on`, `off`']],
  ['REGISTRATION', z.enum(['open', 'closed']).default('closed'), ['`closed`', '`open`, `closed`']],
  ['DATABASE_URL', z.url(), [undefined, 'a URL']],
  ['KEYS_SECRET', z.string().min(32), [undefined, 'at least 32 characters']],
  ['TOKEN_ISSUER', list(['na', 'eu']).pipe(z.array(z.enum(['na', 'eu']))), ['`na,eu`', 'some of `na`, `eu`']],
  ['TOKEN_ISSUER', list([]).pipe(z.array(z.string())), ['empty', 'a list']],
  ['TOKEN_ISSUER', jsonText(z.array(z.string()), '[]'), ['`[]`', 'JSON']],
  ['TOKEN_ISSUER', z.union([z.literal('1'), z.string().default('')]), ['empty', 'text']],
])('%s', (name, schema, told) => {
  expect(toldOf(name, schema)).toEqual(told);
});

it('takes the meaning from the comment, over several lines', () => {
  const { LOG_LEVEL } = processConfig;
  const [setting] = readSettings({ gateway: z.object({ LIMIT_IMPORT_ITEMS_PER_H: integer(1), LOG_LEVEL }) });
  expect(setting?.meaning).toMatch(
    /^Maximum identifiers that a workspace .* Default: a little more than .*[.]$/,
  );
  expect(setting?.meaning).not.toMatch(/[*\n]/);
});

it('refuses a variable without a comment', () => {
  expect(() => readSettings({ auth: z.object({ NEW_SETTING: integer(1) }) })).toThrow(
    'NEW_SETTING of auth has no comment that says what it sets.',
  );
});

it('names groups of processes, and tells of a variable once', () => {
  const shape = { LOG_LEVEL: processConfig.LOG_LEVEL };
  const own = { TOKEN_ISSUER: z.string() };
  const some = { 'import-worker': z.object(shape), 'webhook-worker': z.object(shape) };
  const workers = { ...some, 'generation-worker': z.object(shape) };
  const tables = (schemas: Parameters<typeof readSettings>[0]) => tablesOf(readSettings(schemas));
  expect(tables({ ...workers, auth: z.object(shape) })).toContain('| `LOG_LEVEL` | all | `info` |');
  expect(tables({ ...workers, auth: z.object(own) })).toContain('| `LOG_LEVEL` | workers | `info` |');
  expect(tables({ ...some, auth: z.object(own) })).toContain('| import-worker, webhook-worker |');
  expect(tables({ ...some, auth: z.object(own) })).toContain('| `TOKEN_ISSUER` | **required** | text |');
  expect(tables({ ...workers, auth: z.object(own) }).match(/LOG_LEVEL/g)).toHaveLength(1);
});

it('leaves alone what is written by hand, and needs the line that begins the tables', () => {
  const mark = '<!-- npm run docs makes what follows from the config.ts of each app. -->';
  const settings = readSettings({ auth: z.object({ KEYS_SECRET: z.string() }) });
  const page = withTables(`# Configuration\n\nBy hand.\n\n${mark}\n\nOld tables.\n`, settings);
  expect(page).toMatch(/^# Configuration\n\nBy hand[.]\n\n<!--/);
  expect(page).toContain('KEYS_SECRET');
  expect(page).not.toContain('Old tables');
  expect(withTables(page, settings)).toBe(page);
  expect(() => withTables('# Configuration\n', settings)).toThrow('must have this line once');
});
