// The rules of files, folders, class names and enums that neither dependency-cruiser nor the linter can see.
import { basename, dirname } from 'node:path';
import house from './house.json' with { type: 'json' };

/** The largest number of source files in a folder. Specs, migrations and data do not count. */
export const MAX_FILES = 15;

const SUFFIXES = [...house.wire, ...house.work, ...house.world, ...house.screens, 'module'];
/** The console's shell, and what is seen: a component is named by what it shows. */
const FREELY_NAMED = /^apps[/]console[/]src[/](app[/]|.*[.](tsx|d[.]ts)$)/;
/** Files of an app that are named by what they hold: wiring, and the ways into a room. */
const PLAIN_NAMES = [
  'main',
  'openapi.main',
  'pipeline',
  'config',
  'metrics',
  'index',
  'port',
  'admin',
  'seed',
  'migrate',
];

/** Files of an app with another name, and why no suffix fits. The boundary rules count them as work. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'apps/gateway/src/openapi/examples/account-examples.ts':
    'holds the examples of accounts of the OpenAPI document',
  'apps/gateway/src/openapi/examples/batch-examples.ts':
    'holds the examples of batches of the OpenAPI document',
  'apps/gateway/src/openapi/examples/evaluation-examples.ts':
    'holds the examples of datasets, experiments and scores',
  'apps/gateway/src/openapi/document.ts': 'builds the OpenAPI document from the running Nest application',
  'apps/gateway/src/openapi/examples/answers.ts': 'tells which example is the answer of which operation',
  'apps/gateway/src/openapi/examples/application-examples.ts':
    'holds the examples of applications of the OpenAPI document',
  'apps/gateway/src/openapi/examples/feed-examples.ts': 'holds the examples of events and webhooks',
  'apps/gateway/src/openapi/examples/examples.ts': 'holds the examples of the OpenAPI document',
  'apps/gateway/src/openapi/introduction.ts': 'holds the text of the OpenAPI document',
  'apps/gateway/src/openapi/operations/error-responses.ts': 'describes the error answers of operations',
  'apps/gateway/src/openapi/operations/headers.ts': 'describes the headers of operations',
  'apps/gateway/src/openapi/operations/operation-spec.ts': 'says what there is to tell of an operation',
  'apps/gateway/src/openapi/operations/success-responses.ts': 'describes the other answers of operations',
  'apps/gateway/src/openapi/reference-page.ts': 'holds the HTML of the reference page',
  'apps/gateway/src/openapi/examples/import-examples.ts':
    'holds the examples of imports of the OpenAPI document',
  'apps/gateway/src/openapi/examples/text-examples.ts': 'holds the examples about generated texts',
};

const SPEC = /[.](spec|e2e-spec)[.]ts$/;
const SOURCE = /[.](ts|tsx|mts|mjs|cjs)$/;
/** Modules of test builds. They take the place of a module, so their classes must have its names. */
const STAND_INS = new RegExp(house.standIns);
const ENUM = /^\s*(?:export )?(?:declare )?(?:const )?enum (\w+)/m;
/** The Nest module of a room. */
const ROOM_MODULE = /^apps\/[^/]+\/src\/([^/]+)\/\1[.]module[.]ts$/;
const CLASS = /^(?:export )?(?:default )?(?:abstract )?class (\w+)/gm;

/** Finds what breaks the rules among files, given by their path in the repository. Each finding is one sentence. */
export function findLayoutErrors(files: ReadonlyMap<string, string>): string[] {
  return [
    ...nameErrors(files.keys()),
    ...folderErrors(files.keys()),
    ...classErrors(files),
    ...enumErrors(files),
  ];
}

/** A file in an app says by its suffix what it is. */
function* nameErrors(paths: Iterable<string>): Generator<string> {
  for (const path of paths) {
    if (!/^apps\/[^/]+\/src\//.test(path) || !SOURCE.test(path) || isSpec(path) || path in EXCEPTIONS)
      continue;
    if (path.includes('/migrations/') || FREELY_NAMED.test(path)) continue;
    const name = basename(path).replace(SOURCE, '');
    if (PLAIN_NAMES.includes(name) || SUFFIXES.includes(name.split('.').slice(1).join('.'))) continue;
    yield `${path} has no suffix of the house (${SUFFIXES.join(', ')}).`;
  }
}

/** A folder is small enough to be read at a glance. */
function* folderErrors(paths: Iterable<string>): Generator<string> {
  const sizes = new Map<string, number>();
  for (const path of paths) {
    if (!SOURCE.test(path) || isSpec(path) || path.includes('/migrations/')) continue;
    sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
  }
  for (const [folder, size] of sizes) {
    if (size > MAX_FILES) yield `${folder} holds ${size} source files; ${MAX_FILES} is the limit.`;
  }
}

/** A class name leads to one file. The module of a room is named after the room, which two apps may both have. */
function* classErrors(files: ReadonlyMap<string, string>): Generator<string> {
  const places = new Map<string, string[]>();
  for (const [path, text] of files) {
    if (!/[.]tsx?$/.test(path) || STAND_INS.test(path) || ROOM_MODULE.test(path)) continue;
    for (const [, name = ''] of text.matchAll(CLASS)) places.set(name, [...(places.get(name) ?? []), path]);
  }
  for (const [name, paths] of places) {
    if (paths.length > 1) yield `There are ${paths.length} classes ${name}: ${paths.join(', ')}.`;
  }
}

/** An enum is code of its own at run time, and two equal ones are not the same type. A union of strings is neither. */
function* enumErrors(files: ReadonlyMap<string, string>): Generator<string> {
  for (const [path, text] of files) {
    const name = /[.]tsx?$/.test(path) ? ENUM.exec(text)?.[1] : undefined;
    if (name) yield `${path} has the enum ${name}. Use a union of strings.`;
  }
}

function isSpec(path: string): boolean {
  return SPEC.test(path);
}
