// Whether another way to write is better, asked by a program: the command of the README, and its exit code.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Person } from '#testing/environment';
import { temporaryFolder } from '#testing/servers';
import type { EverydayStack } from '../../helpers/everyday-stack.ts';
import { INVENTED_PRODUCTS, readProducts } from '../../helpers/products.ts';

const EXAMPLE = 'scripts/experiment/titles.json';

export const evaluation = (stack: EverydayStack): void =>
  describe('evaluation: an experiment from the command line', () => {
    let ann: Person;
    let key: string;
    beforeAll(async () => {
      [ann] = await stack.environment.addPeople('evaluator');
      await ann.importProducts(
        readProducts(INVENTED_PRODUCTS)
          .slice(0, 10)
          .map(({ asin }) => asin),
      );
      const { data } = await ann.api.createApiKey({ body: { name: 'CI', scopes: ['write'] } });
      key = data.key ?? '';
    });

    /** Runs the command; gives its exit code and what it prints. */
    async function experiment(file: string): Promise<{ code: number; out: string }> {
      const run = promisify(execFile)(
        process.execPath,
        [
          '--conditions=ts-source',
          'scripts/experiment/main.ts',
          file,
          new URL(stack.environment.baseUrl).origin,
        ],
        { env: { SHELFSCRIBE_KEY: key } },
      );
      return run.then(
        ({ stdout }) => ({ code: 0, out: stdout }),
        (error: { code: number; stdout: string; stderr: string }) => ({
          code: error.code,
          out: error.stdout + error.stderr,
        }),
      );
    }

    it('passes when nothing is worse, and leaves no dataset', async () => {
      const { code, out } = await experiment(EXAMPLE);
      expect({ code, out }).toMatchObject({ code: 0 });
      expect(out).toMatch(/20 of 20 texts written/);
      expect(out).toMatch(/sandbox:judge has judged: 20 of 20 judgements/);
      expect(out).toMatch(/judgeWins: 0.5, difference 0 /);
      expect(out).toMatch(/\npassed\n$/);
      expect((await ann.api.listDatasets()).data.datasets).toEqual([]);
    });

    it('has the exit code 1 when the new way does not reach the minimum', async () => {
      const file = join(await temporaryFolder('experiment'), 'failing.json');
      const body = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as { arms: object[] };
      const arms = [{ name: 'now' }, { name: 'new', environment: { model: 'sandbox:refuses' } }];
      writeFileSync(file, JSON.stringify({ ...body, arms }));
      const { code, out } = await experiment(file);
      expect({ code, out }).toMatchObject({ code: 1 });
      expect(out).toMatch(/new: WORSE[^]*success: 0, difference -1 [^]*\nnot passed\n$/);
    });
  });
