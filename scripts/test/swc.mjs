// How our sources become JavaScript for tests.

/** Options of SWC. Node itself removes types, but knows no decorators. */
export const SWC = {
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
};
