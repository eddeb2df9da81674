// Loaded by Node before Jest: lets Node import our sources. A module is then loaded once for all unit tests of a thread, where
// Jest would load it again for each file.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';
import { SWC } from './swc.mjs';

process.setSourceMapsEnabled(true);
registerHooks({
  load(url, context, nextLoad) {
    const [file] = url.split('?'); // the runner adds the time to the name of a file of tests
    if (!file.startsWith('file:') || !file.endsWith('.ts') || file.includes('/node_modules/'))
      return nextLoad(url, context);
    const filename = fileURLToPath(file);
    const source = readFileSync(filename, 'utf8');
    const { code } = transformSync(source, { ...SWC, filename, sourceMaps: 'inline', swcrc: false });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
