// The boundaries of this repository as rules. In one sentence: imports go wire -> work -> world, never back; apps never
// import apps and meet only in libs/contracts. scripts/boundaries.e2e-spec.ts breaks each rule once.
const house = require('./scripts/house.json');
const suffixed = (suffixes) => `[.](${suffixes.join('|')})[.]ts$`;
const WIRE = suffixed(house.wire);
const WORLD = [suffixed(house.world), '/migrations/'];
const WIRING = [
  '/(main|openapi[.]main|pipeline|config|metrics|index|admin|seed|migrate)[.]ts$',
  '[.]module[.]ts$',
];
// Every other file of an app decides something, whether it has a suffix or is an exception of scripts/layout.ts.
const NOT_WORK = [WIRE, ...WORLD, ...WIRING];
const TEST = [
  '[.](spec|e2e-spec)[.]ts$',
  '^apps/[^/]+/test/',
  '^libs/[^/]+/test/',
  '^libs/testing/',
  '^test/',
  '^scripts/',
];
// Modules of test builds, which take the place of a module and so import what it imports.
const STAND_INS = house.standIns;
// The console has screens instead of wire, work and world: its rules are below.
const CONSOLE = '^apps/console/';
// What every feature of the console stands on; each is an idea with one job.
const BASE = '(api|feedback|file|form|keyboard|language|menu|page|reference|table|text-display)';
const npm = (names) => `(^|/)node_modules/(${names})/`;
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule(
      'no-cycles',
      'Two files that need each other are one idea: merge them, or move the shared part into a third.',
      { pathNot: '^libs/client/src/generated/' },
      { circular: true },
    ),
    rule(
      'no-orphans',
      'A file that nobody imports is not part of the system.',
      {
        orphan: true,
        pathNot: ['/(main|migrate|admin|seed)[.]tsx?$', '/vite[.]config[.]ts$', '[.]d[.]ts$', ...TEST],
      },
      {},
    ),
    rule('resolvable', 'An import must lead somewhere.', {}, { couldNotResolve: true }),

    rule(
      'apps-are-strangers',
      'An app is a process. It talks to another app through libs/contracts, never by import.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    rule(
      'libs-know-no-app',
      'A lib that knows an app is part of that app.',
      { path: '^libs/' },
      { path: '^apps/' },
    ),
    rule(
      'contracts-are-pure',
      'Contracts import nothing but zod.',
      { path: '^libs/contracts/', pathNot: TEST },
      { pathNot: ['^libs/contracts/', npm('zod')] },
    ),
    rule(
      'platform-on-contracts-only',
      'The platform may use contracts and AppError, nothing else of ours.',
      { path: '^libs/platform/', pathNot: TEST },
      { path: '^(apps|libs|scripts|test)/', pathNot: '^libs/(platform|contracts)/' },
    ),
    rule(
      'use-the-door',
      'A lib is imported through its index files only, so that the code behind them can change in one commit.',
      { path: '^(apps|libs|scripts|test|k8s)/([^/]+)', pathNot: STAND_INS },
      {
        path: '^libs/',
        pathNot: [
          '^libs/client/src/index[.]ts$',
          '^libs/content/src/index[.]ts$',
          '^libs/contracts/src/index[.]ts$',
          '^libs/platform/src/[^/]+/index[.]ts$',
          '^libs/testing/src/[^/]+/index[.]ts$',
          '^$1/$2/',
        ],
      },
    ),
    rule(
      'rooms-meet-at-doors',
      "A room (folder) of an app knows of another room what its index offers, and in its module that room's module. Everything else is the private matter of a room.",
      { path: '^apps/([^/]+)/src/([^/]+)/', pathNot: [...TEST, '/migrations/', CONSOLE] },
      {
        path: '^apps/$1/src/[^/]+/',
        pathNot: ['^apps/$1/src/$2/', '^apps/$1/src/[^/]+/(index|[^/]+[.]module)[.]ts$'],
      },
    ),

    rule(
      'work-knows-no-wire',
      'A decision must not depend on the way it was asked for.',
      { path: '^apps/[^/]+/src/[^/]+/', pathNot: [...NOT_WORK, ...TEST] },
      { path: WIRE },
    ),
    rule(
      'world-knows-no-work',
      'A store or client does not decide. It may use rules, which are pure.',
      { path: WORLD, pathNot: TEST },
      { path: [WIRE, '[.]service[.]ts$'] },
    ),
    rule(
      'wire-goes-through-work',
      'A controller, processor or consumer calls a service, never a store or a client.',
      { path: WIRE, pathNot: TEST },
      { path: WORLD },
    ),
    rule(
      'wiring-stays-on-top',
      'Only the wiring of a process knows its modules and entry points.',
      { path: '^apps/[^/]+/src/', pathNot: [...WIRING, ...TEST] },
      { path: '^apps/[^/]+/src/(.*[.]module|main|admin|seed|migrate)[.]ts$' },
    ),
    rule(
      'outsiders-read-settings',
      'Scripts, system tests and manifest checks see an app from outside: they start it, or read its settings and metrics.',
      { path: '^(scripts|test|k8s|libs/testing)/', pathNot: STAND_INS },
      { path: '^apps/', pathNot: '^apps/[^/]+/src/(config|metrics)[.]ts$' },
    ),
    rule(
      'rules-are-pure',
      'Rules import contracts, the tables of the client, rules, ports and a few pure libraries: no framework, no clock, no I/O.',
      { path: '^(apps|libs)/.*[.]rules[.]ts$' },
      {
        dependencyTypesNot: ['type-only'],
        pathNot: [
          '^libs/(client|content|contracts)/',
          '[.]rules[.]ts$',
          '/port[.]ts$',
          '^apps/[^/]+/src/[^/]+/index[.]ts$', // scripts/check/doors.ts looks behind the door
          npm(
            'zod|@faker-js/faker|@zxcvbn-ts/[^/]+|diff|eld|entities|fastest-levenshtein|html-to-text|ipaddr.js|liquidjs|negotiator|re2js|uuid',
          ),
        ],
      },
    ),
    rule(
      'work-is-framework-light',
      'Services import @nestjs/common and pure libraries; other packages belong in a store, a client or the platform.',
      { path: '[.]service[.]ts$' },
      { dependencyTypes: ['npm'], pathNot: npm('@nestjs/common|zod|rxjs|uuid|lru-cache') },
    ),
    rule(
      'drivers-in-platform',
      'Only the platform knows the broker, the queue and the cache.',
      { path: '^(apps|libs)/', pathNot: ['^libs/platform/', ...TEST] },
      { path: npm('nats|@nats-io|bullmq|@nestjs/bullmq|ioredis') },
    ),
    rule(
      'crypto-in-platform',
      'Every hash, random token and signature is made in the platform, where it is reviewed.',
      { path: '^(apps|libs)/', pathNot: ['^libs/platform/', ...TEST] },
      { path: ['^(node:)?crypto$', npm('argon2|bcrypt|bcryptjs|jose|jsonwebtoken')] },
    ),
    rule(
      'tables-on-the-world-side',
      'Only a store writes SQL; entities and migrations describe its tables.',
      { path: '^(apps|libs)/', pathNot: ['^libs/platform/', ...WORLD, ...TEST] },
      { path: npm('pg|typeorm|@nestjs/typeorm') },
    ),
    rule(
      'tracing-on-demand',
      'One file imports the tracing SDK, so that it costs nothing while tracing is off.',
      { path: '^(apps|libs)/', pathNot: ['^libs/platform/src/observability/tracing-sdk[.]ts$', ...TEST] },
      { path: npm('@opentelemetry/(core|exporter[^/]*|resources|sdk[^/]*)') },
    ),
    rule(
      'tracing-door',
      'The tracing SDK is loaded at run time, when tracing is on.',
      { path: '^(apps|libs)/', pathNot: TEST },
      { path: '^libs/platform/src/observability/tracing-sdk[.]ts$', dynamic: false },
    ),
    rule(
      'features-are-strangers',
      'Features of the console meet in URLs, and stand on the shared folders only. The shell knows them by their features and pages.',
      { path: `^apps/console/src/([^/]+)/`, pathNot: '^apps/console/src/app/' },
      { path: '^apps/console/src/', pathNot: ['^apps/console/src/$1/', `^apps/console/src/${BASE}/`] },
    ),
    rule(
      'shared-knows-no-feature',
      'What all features stand on must not know one of them.',
      { path: `^apps/console/src/${BASE}/`, pathNot: '[.]d[.]ts$' },
      { path: '^apps/console/src/', pathNot: `^apps/console/src/${BASE}/` },
    ),
    rule(
      'queries-ask',
      'A feature of the console asks the API in its queries only.',
      { path: '^apps/console/src/', pathNot: ['[.]queries[.]ts$', '^apps/console/src/(api|app)/', ...TEST] },
      { path: '^apps/console/src/api/ask[.]client[.]ts$' },
    ),
    rule(
      'console-stays-small',
      'zod is 34 KB: of the contracts the console imports types only.',
      { path: '^apps/console/src/' },
      { path: ['^libs/contracts/', npm('zod')], dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'tests-stay-in-tests',
      'Production code never imports a test or libs/testing.',
      { path: '^(apps|libs)/', pathNot: TEST },
      { path: TEST },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true, // type-only imports count too
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['ts-source', 'import', 'require', 'node', 'default'],
    },
    exclude: { path: '([.]d[.]m?ts$|^libs/client/dist/)' },
  },
};
