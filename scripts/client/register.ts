// Loaded by Node before a process that runs our sources without a build: compiles TypeScript with its decorators, which Node
// itself does not.
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformFileSync } from '@swc/core';

registerHooks({
  load: (url, context, nextLoad) => {
    if (!url.endsWith('.ts') || url.includes('/node_modules/')) return nextLoad(url, context);
    const { code } = transformFileSync(fileURLToPath(url), {
      swcrc: false,
      sourceMaps: 'inline',
      module: { type: 'es6' },
      jsc: {
        target: 'es2023',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true },
        experimental: { keepImportAttributes: true },
      },
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
