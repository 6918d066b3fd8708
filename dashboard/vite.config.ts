// How the dashboard is built: static files with hashed names below /dashboard/assets, each also compressed, and one page
// with a place for the nonce that the service puts in (server/src/web/dashboard-routes.ts).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { NOTICES, notices } from '../scripts/notices.js';
import { texts } from './texts-plugin.ts';

const IS_SCRIPT = /\.(?:js|mjs|ts|tsx)$/;

/** Many screens are lists, but the first one is not. */
const OF_LISTS =
  /\/shared\/ui\/(?:list-table|list-choices|filtered-list|filter-bar|filters|selection)\.tsx?$/;

/** Many screens use them, but the first one does not. */
const OF_FURTHER_SCREENS = /\/shared\/further-statuses\.ts$/;

/** Half of the screens have a form, but the first one has none. */
const OF_FORMS = /\/node_modules\/@mantine\/form\/|\/shared\/form-action\.ts$/;

const OF_OTHERS = [OF_LISTS, OF_FURTHER_SCREENS, OF_FORMS];

const isShared = (id: string) => IS_SCRIPT.test(id) && !OF_OTHERS.some((others) => others.test(id));

/**
 * Code that many chunks share is in two chunks instead of thirty, because each chunk is a request, and a request costs
 * more than a few unused kB. `minShareCount`: how many chunks use the module; there are about 130.
 */
const SHARED_CHUNKS = [
  { name: 'most', test: isShared, minShareCount: 46 },
  { name: 'many', test: isShared, minShareCount: 20 },
  { name: 'forms', test: OF_FORMS, includeDependenciesRecursively: false },
  { name: 'lists', test: OF_LISTS, includeDependenciesRecursively: false },
];

export default defineConfig({
  // Relative, as a proxy may serve it below a path: the service writes that into the page.
  base: './',
  // Texts are parsed when the dashboard is built (texts-plugin.ts).
  resolve: {
    alias: {
      'react/jsx-runtime': 'preact/jsx-runtime',
      'react-dom/client': 'preact/compat/client',
      'react-dom': 'preact/compat',
      react: fileURLToPath(new URL('./preact-as-react.js', import.meta.url)),
      '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
    },
  },
  html: { cspNonce: 'NONCE-OF-THIS-ANSWER' },
  plugins: [react(), texts(), notices(`assets/${NOTICES}`), compressed()],
  build: {
    target: 'es2023',
    // A file inside another would be refused by the policy of the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: 'manifest.json',
    rolldownOptions: {
      // Timings of build steps are noise for people who only install.
      checks: { pluginTimings: false, bundlerTimings: false },
      output: { codeSplitting: { groups: SHARED_CHUNKS } },
    },
  },
});

/** The last two of eleven take ten times as long, for a twentieth of the size. */
const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 9 };

/** The service compresses nothing by itself. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const folder = join(dir, 'assets');
      for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        const body = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(body, { params: QUALITY }));
        writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
      }
    },
  };
}
