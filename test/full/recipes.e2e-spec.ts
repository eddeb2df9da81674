// Follows the recipes of CONTRIBUTING.md in a copy of the repository: then everything fits together and works on the real system,
// and whatever place is left out is named by what the page says.
import { RecipeCopy, type Check } from './recipes/copy.ts';
import { PROOF, RECIPES, TESTS } from './recipes/recipes.ts';

/** What passes once all recipes are followed. */
const PASSING: Check[] = [
  'types',
  'console',
  'client',
  'contracts',
  'docs',
  'apps/console/src/language/texts.spec.ts',
  'apps/console/src/products/product-draft.rules.spec.ts',
  'apps/gateway/src/openapi/examples/answers.spec.ts',
  'apps/gateway/src/products/product-table.rules.spec.ts',
  'apps/import-worker/src/mapping/product-mapping.rules.spec.ts',
  'scripts/compose/settings.spec.ts',
];
const places = Object.entries(RECIPES).flatMap(([recipe, all]) => all.map((place) => ({ recipe, ...place })));
const named = places.flatMap((place) => (place.missing ? [{ ...place, ...place.missing }] : []));

/** The compiler and a whole system may have to share two cores with others. */
const MINUTES = 30 * 60_000;

const copy = new RecipeCopy();
beforeAll(async () => {
  await copy.make();
  for (const place of [...places, ...TESTS]) copy.follow(place);
});
afterAll(() => copy.remove());

it.each(['A field of Product', 'A kind of content'])(
  '%s has at most four places that are written by hand',
  (name) => {
    expect(RECIPES[name]?.length).toBeLessThanOrEqual(4);
  },
);

it.each([
  ['client', 'types.gen.ts'],
  ['docs', 'configuration.md'],
] as const)('the files of npm run %s are named as stale until they are made', async (name, stale) => {
  expect(await copy.check(name)).toMatchObject({
    hasPassed: false,
    output: expect.stringContaining(stale),
  });
  await copy.makeFiles(name);
});

it.each(PASSING)('%s passes', async (check) => {
  const { hasPassed, output } = await copy.check(check);
  expect(hasPassed ? '' : output).toBe('');
});

it(
  'what was added works on the real system',
  async () => {
    await copy.makeFiles('build');
    const { hasPassed, output } = await copy.check(PROOF);
    expect(hasPassed ? '' : output).toBe('');
  },
  MINUTES,
);

it.each(named)(
  '$recipe: without $path, $check names it',
  async ({ check, says, ...place }) => {
    const undo = copy.leaveOut(place);
    try {
      if (check === PROOF) await copy.makeFiles('build');
      expect(await copy.check(check)).toMatchObject({
        hasPassed: false,
        output: expect.stringContaining(says),
      });
    } finally {
      undo();
    }
  },
  600_000,
);
