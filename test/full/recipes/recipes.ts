// The recipes of CONTRIBUTING.md, followed as the page says: for each the places that are written by hand.
import type { Place } from './copy.ts';

/** Puts lines before or after the first place of a text. */
const before = (text: string, lines: string) => put(text, `${lines}${text}`);
const after = (text: string, lines: string) => put(text, `${text}${lines}`);
const put =
  (text: string, instead: string): Place['edit'] =>
  (file) =>
    file.replace(text, () => instead);
/** Several edits of one file. */
const all =
  (...edits: Place['edit'][]): Place['edit'] =>
  (file) =>
    edits.reduce((edited, edit) => edit(edited), file);

/** In the copy only: what the recipes are for, on the real system. */
export const PROOF = 'test/system/recipes.e2e-spec.ts';

const MAPPING = 'apps/import-worker/src/mapping/product-mapping.rules';

/** A field of Product: what a product is made of. */
const material: Place[] = [
  {
    path: 'libs/contracts/src/catalogue/product-fields.ts',
    edit: before('  specification: {', `  material: { kind: 'text', isOptional: true, source: 200 },\n`),
    missing: { check: PROOF, says: 'material' },
  },
  {
    path: 'apps/console/src/products/texts.en.json',
    edit: after('"fields": {', '\n    "material": "Material",'),
    missing: { check: 'console', says: 'material' },
  },
  {
    path: 'apps/console/src/products/texts.zh.json',
    edit: after('"fields": {', '\n    "material": "材质",'),
    missing: { check: 'apps/console/src/language/texts.spec.ts', says: 'material' },
  },
  {
    path: `${MAPPING}.ts`,
    edit: all(
      put('import { MARKETPLACES,', 'import { defined, MARKETPLACES,'),
      before(`    feature: features[0] ?? '',`, `    ...defined({ material: textsOf('material')[0] }),\n`),
    ),
    missing: { check: `${MAPPING}.spec.ts`, says: 'material' },
  },
];
const materialSpec: Place = {
  path: `${MAPPING}.spec.ts`,
  edit: (file) => `${file}
it('reads the material', () => {
  expect(product({ attributes: { material: texts('Oak') } })).toMatchObject({ material: 'Oak' });
});
`,
};

/** A kind of content: a post for social media. */
const socialPost: Place[] = [
  {
    path: 'libs/contracts/src/applications.ts',
    edit: before(
      `} as const satisfies Record<string, ApplicationEntry>;`,
      `  'social-post': {
    names: { en: 'Social post', zh: '社交帖子' },
    resultType: 'TEXT',
    inputs: z.looseObject({ keywords }),
    temperature: 0.8,
  },
`,
    ),
    missing: { check: 'types', says: 'social-post' },
  },
  {
    path: 'libs/content/src/applications/social-post/social-post.rules.ts',
    edit: () => `// The application \`social-post\`: prompt, output and offline composer of posts.
import type { Application } from '../port.ts';

export const socialPost: Application<'TEXT'> = {
  promptRules: 'Task: a post for social media, in one short paragraph.',
  inputRules: () => [],
  output: () => 'text',
  maxOutputTokens: 2048,
  check: () => [],
  compose: ({ input, isClean }) => [input.title].find(isClean),
};
`,
    missing: { check: 'types', says: 'social-post.rules' },
  },
  {
    path: 'libs/content/src/applications/index.ts',
    edit: all(
      before(`import { productTitle }`, `import { socialPost } from './social-post/social-post.rules.ts';\n`),
      after(`  'product-description': productDescription,`, `\n  'social-post': socialPost,`),
    ),
    missing: { check: 'types', says: 'social-post' },
  },
];

const DOCUMENTS = 'apps/generations/src/documents/documents';

/** An endpoint: how many documents there are. */
const countDocuments: Place[] = [
  {
    path: 'libs/contracts/src/generations/documents.ts',
    edit: (file) => `${file}
export const countDocuments = request({
  operation: {
    id: 'CountDocuments',
    summary: 'Count documents',
    description: 'The number of documents of the workspace.',
    answer: 'The number.',
  },
  subject: 'generations.person.documents.count',
  since: '1.1.0',
  input: z.object({ actor }),
  output: z.object({ count: z.int().min(0) }).meta({ id: 'DocumentCount' }),
  idempotent: true,
});
`,
    missing: { check: 'types', says: 'countDocuments' },
  },
  {
    path: `${DOCUMENTS}-rpc.controller.ts`,
    edit: all(
      before('  createDocument,\n', '  countDocuments,\n'),
      before(
        '  @OnRequest(getDocument)',
        `  @OnRequest(countDocuments)
  async count({ actor }: InputOf<typeof countDocuments>): Promise<AnswerOf<typeof countDocuments>> {
    return { count: await this.documents.count(actor.workspaceId) };
  }

`,
      ),
    ),
    missing: { check: PROOF, says: 'generations.person.documents.count' },
  },
  {
    path: `${DOCUMENTS}.service.ts`,
    edit: before(
      '  /** A document of the workspace; undefined when',
      `  /** The number of documents of the workspace. */
  count(workspaceId: string): Promise<number> {
    return this.store.count(workspaceId);
  }

`,
    ),
    missing: { check: 'types', says: 'count' },
  },
  {
    path: `${DOCUMENTS}.store.ts`,
    edit: before(
      '  /**\n   * Finds a document of the workspace',
      `  /** The number of documents of the workspace. */
  async count(workspaceId: string): Promise<number> {
    const sql = 'SELECT count(*)::int AS count FROM document WHERE workspace_id = bound.workspace_id';
    const [row] = await this.database.read<{ count: number }>(workspaceId, sql, []);
    return row?.count ?? 0;
  }

`,
    ),
    missing: { check: 'types', says: 'count' },
  },
  {
    path: 'apps/gateway/src/documents/documents.controller.ts',
    edit: all(
      before('  createDocument,\n', '  countDocuments,\n'),
      before(
        `  @Get(':id')`,
        `  @Get('count')
  @Operation(countDocuments)
  count(@CurrentActor() actor: Actor) {
    return this.bus.request(countDocuments, { actor });
  }

`,
      ),
    ),
    missing: { check: 'contracts', says: 'CountDocuments' },
  },
  {
    path: 'apps/gateway/src/openapi/examples/answers.ts',
    edit: before('  GetDocument:', '  CountDocuments: { count: 1 },\n'),
    missing: { check: 'apps/gateway/src/openapi/examples/answers.spec.ts', says: 'CountDocuments' },
  },
];

/** A setting of a process. */
const leastPause: Place[] = [
  {
    path: 'apps/import-worker/src/config.ts',
    edit: before(
      '  /** Address of the Selling Partner API in North America. */',
      `  /** The least time between two calls, in milliseconds, whatever the interval is. */
  IMPORT_LEAST_PAUSE_MS: integer(0, { max: 60_000 }),
`,
    ),
    missing: { check: 'types', says: 'IMPORT_LEAST_PAUSE_MS' },
  },
  {
    path: 'apps/import-worker/src/import-worker.module.ts',
    edit: put(
      '= config.IMPORT_CALL_INTERVAL_MS;',
      '= Math.max(config.IMPORT_CALL_INTERVAL_MS, config.IMPORT_LEAST_PAUSE_MS);',
    ),
  },
  {
    path: 'docker-compose.yml',
    edit: before(
      '      IMPORT_CALL_INTERVAL_MS: ',
      '      IMPORT_LEAST_PAUSE_MS: ${IMPORT_LEAST_PAUSE_MS:-}\n',
    ),
    missing: { check: 'scripts/compose/settings.spec.ts', says: 'IMPORT_LEAST_PAUSE_MS' },
  },
];

const proof: Place = {
  path: PROOF,
  edit: () => `import { Environment, type Person } from '#testing/environment';
import { checkRoundTrip } from './helpers/csv-round-trip.ts';

let environment: Environment;
let ann: Person;
beforeAll(async () => {
  environment = await Environment.start({ name: 'recipes' });
  [ann] = await environment.addPeople('ann');
});
afterAll(() => environment?.stop());

it('the field material is written, changed, exported and imported, and a social-post is written from it', async () => {
  const { data } = await ann.api.createProduct({ body: { title: 'Oak board', material: 'Oak' } });
  const path = { id: data.id };
  expect((await ann.api.getProduct({ path })).data).toMatchObject({ material: 'Oak' });
  expect((await ann.api.updateProduct({ path, body: { material: 'Ash' } })).data.material).toBe('Ash');
  await checkRoundTrip(ann, environment.baseUrl);
  const { id } = await ann.generate({ applicationId: 'social-post', inputs: { productId: data.id } });
  expect(await ann.generationEnd(id)).toMatchObject({ status: 'SUCCESS', result: 'Oak board' });
});

it('a new endpoint answers', async () => {
  expect((await ann.api.countDocuments()).data).toEqual({ count: 0 });
});
`,
};

/** The recipes by the words of the page. */
export const RECIPES: Readonly<Record<string, readonly Place[]>> = {
  'A field of Product': material,
  'A kind of content': socialPost,
  'An endpoint': countDocuments,
  'A setting': leastPause,
};

/** Tests that are written with the recipes. */
export const TESTS: readonly Place[] = [materialSpec, proof];
