// The map of this repository, as rules. One sentence: wire -> work -> world, never back; apps never import apps;
// they meet only in libs/contracts.
const WIRE = '[.](controller|processor|guard|hook|filter|interceptor|pipe|decorator|strategy)[.]ts$';
const WORK = '[.](service|rules)[.]ts$';
const WORLD = '([.](store|entity|client)[.]ts$|/migrations/)';
const TEST = ['[.](spec|e2e-spec)[.]ts$', '^apps/[^/]+/test/', '^libs/testing/', '^test/', '^scripts/'];
const npm = (names) => `(^|/)node_modules/(${names})/`;
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule(
      'no-cycles',
      'If two files need each other they are one idea: merge them or lift what they share.',
      {},
      {
        circular: true,
      },
    ),
    rule(
      'no-orphans',
      'A file nobody imports is not part of the system.',
      { orphan: true, pathNot: ['/(main|migrate|seed)[.]ts$', ...TEST] },
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
      'Platform may name contract shapes and AppError, nothing else of ours.',
      { path: '^libs/platform/', pathNot: TEST },
      { path: '^(apps|libs|scripts|test)/', pathNot: '^libs/(platform|contracts)/' },
    ),
    rule(
      'use-the-door',
      'A lib is entered by its doors, so that what is behind them can be rewritten in one commit: the index of the contracts, the files directly in src of the others.',
      { path: '^(apps|libs|scripts|test|k8s)/([^/]+)' },
      {
        path: '^libs/',
        pathNot: [
          '^libs/contracts/src/index[.]ts$',
          '^libs/platform/src/[^/]+/index[.]ts$',
          '^libs/testing/src/[^/]+/index[.]ts$',
          '^$1/$2/',
        ],
      },
    ),
    rule(
      'rooms-meet-through-services',
      'A room (a folder of an app) is entered by its services, its pure rules or its index; its stores and clients are its own. A decorator or hook is shared by the wire, an entity by the tables that refer to it.',
      { path: '^apps/([^/]+)/src/([^/]+)/', pathNot: [...TEST, '/migrations/'] },
      {
        path: '^apps/$1/src/[^/]+/',
        pathNot: [
          '^apps/$1/src/$2/',
          '[.](service|rules|decorator|hook|interceptor|entity)[.]ts$',
          '/(index|port)[.]ts$',
        ],
      },
    ),

    rule(
      'work-knows-no-wire',
      'A decision must not know how it was asked for.',
      { path: WORK },
      { path: WIRE },
    ),
    rule(
      'world-knows-no-work',
      'What touches the outside does not decide. It may read rules, which are pure.',
      { path: WORLD },
      { path: [WIRE, '[.]service[.]ts$'] },
    ),
    rule(
      'wire-goes-through-work',
      'A controller or processor calls a service, never a store or a client.',
      { path: WIRE },
      { path: WORLD },
    ),
    rule(
      'rules-are-pure',
      'Rules import contracts, rules, shapes and a few pure libraries; no framework, no clock, no I/O.',
      { path: '^(apps|libs)/.*[.]rules[.]ts$' },
      {
        dependencyTypesNot: ['type-only'],
        pathNot: [
          '^libs/contracts/',
          '[.]rules[.]ts$',
          '/port[.]ts$',
          npm('zod|@faker-js/faker|html-to-text|ipaddr[.]js|negotiator|uuid'),
        ],
      },
    ),
    rule(
      'work-is-framework-light',
      'Services know @nestjs/common and pure libraries; the rest of npm belongs in a store, a client or platform.',
      { path: '[.]service[.]ts$' },
      { dependencyTypes: ['npm'], pathNot: npm('@nestjs/common|zod|rxjs|uuid|lru-cache') },
    ),
    rule(
      'drivers-in-platform',
      'One place knows the broker, the queue and the cache.',
      { path: '^(apps|libs)/', pathNot: ['^libs/platform/', ...TEST] },
      { path: npm('nats|@nats-io|bullmq|@nestjs/bullmq|ioredis') },
    ),
    rule(
      'crypto-in-platform',
      'One reviewed file holds every hash, random token and signature.',
      { path: '^(apps|libs)/', pathNot: ['^libs/platform/', ...TEST] },
      { path: ['^(node:)?crypto$', npm('argon2|bcrypt|bcryptjs|jose|jsonwebtoken')] },
    ),
    rule(
      'tables-on-the-world-side',
      'Only a store writes SQL; entities and migrations describe its tables.',
      { path: '^(apps|libs)/', pathNot: ['^libs/platform/', WORLD, ...TEST] },
      { path: npm('pg|typeorm|@nestjs/typeorm') },
    ),
    rule(
      'tracing-on-demand',
      'Off, tracing costs nothing: its SDK is entered by one door, and that one is opened only at run time.',
      { path: '^(apps|libs)/', pathNot: ['^libs/platform/src/observability/tracing-sdk[.]ts$', ...TEST] },
      { path: npm('@opentelemetry/(core|exporter[^/]*|resources|sdk[^/]*)') },
    ),
    rule(
      'tracing-door',
      'The door of the SDK is opened only at run time.',
      { path: '^(apps|libs)/', pathNot: TEST },
      { path: '^libs/platform/src/observability/tracing-sdk[.]ts$', dynamic: false },
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
    tsPreCompilationDeps: true, // count type-only imports too: they are knowledge
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['ts-source', 'import', 'require', 'node', 'default'],
    },
    exclude: { path: '[.]d[.]m?ts$' },
  },
};
