// Builds the console to static files in dist/apps/console, and serves it with hot reload for `npm run dev`.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, loadEnv } from 'vite';
import { compressed } from './compressed.ts';
import { keptFiles } from './kept-files.ts';

/** The gateway of the system that runs; by itself, that of `npm start`. */
const { GATEWAY_URL = 'http://localhost:3000' } = loadEnv('', import.meta.dirname, 'GATEWAY_');

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), compressed(), keptFiles()],
  // Our libraries are read from their sources.
  resolve: { conditions: ['ts-source', ...defaultClientConditions] },
  // The gateway puts a new nonce here in each answer.
  html: { cspNonce: '{{nonce}}' },
  build: {
    outDir: fileURLToPath(new URL('../../dist/apps/console', import.meta.url)),
    target: 'es2023',
    // Browsers that have light-dark(): for older ones it would be compiled into variables that Mantine never sets.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: true,
    // What every page needs is one file: a browser asks for six at a time over HTTP/1.1, and sixty small ones took it longer.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
    chunkSizeWarningLimit: 600, // KB, for that file; the budgets of `npm run check` are stricter
    license: { fileName: '.vite/licenses.json' },
  },
  server: { proxy: { '/api': GATEWAY_URL, '/core': GATEWAY_URL } },
});
