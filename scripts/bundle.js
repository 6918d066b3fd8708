// Bundles the service: Node loads some 50 files instead of 2,500, which makes a start, and with it each command, three
// times as fast. Names and lines stay readable in stack traces. Without comments and in ASCII, the engine reads them
// sooner and keeps half the bytes in memory.
//
// The plug-in folders are kept, because the program lists them (server/src/core/load-dir.ts), and threads are started
// from their own files. Everything else is directly in `dist`, as server/src/core/places.ts assumes.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { notices, noticesOfBinaries } from './notices.js';

const PLUGIN_FOLDERS = ['coins/definitions', 'rates/providers', 'risk/providers'];

/** Programs of threads, started from their files. */
const THREADS = ['core/watchdog-thread.js', 'people/estimate-password.js'];

/** Packages that find files by their own path: native code, and the program of the embedded database. */
const UNBUNDLED = [/^@node-rs\//, /^@chaintill\/embedded-postgres/];

/** An optional part of the database library that is not installed. */
const ABSENT = ['pg-native'];

/** One character above U+00FF doubles the memory of its whole file. No tagged template with one reads `raw`. */
function inAscii() {
  return {
    name: 'ascii',
    /** @param {unknown} _options @param {Record<string, { code?: string }>} bundle */
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.code !== undefined) chunk.code = ascii(chunk.code);
    },
  };
}

/** @param {string} code */
function ascii(code) {
  return code.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** @param {string} folder the one of `server` */
export async function bundleService(folder) {
  const made = join(folder, 'dist.made');
  const before = join(folder, 'dist.before');
  for (const path of [made, before]) rmSync(path, { recursive: true, force: true });
  const bundle = await rolldown({
    input: entries(join(folder, 'src')),
    platform: 'node',
    plugins: [notices(), noticesOfBinaries(), inAscii()],
    external: [...UNBUNDLED, ...ABSENT],
    onLog(level, log, handle) {
      if (level === 'warn') throw new Error(log.message);
      handle(level, log);
    },
  });
  await bundle.write({
    dir: made,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // Licenses are in the notices.
    comments: false,
  });
  await bundle.close();
  const dist = join(folder, 'dist');
  if (existsSync(dist)) renameSync(dist, before);
  renameSync(made, dist);
  rmSync(before, { recursive: true, force: true });
}

function entries(source) {
  const plugins = PLUGIN_FOLDERS.flatMap((folder) =>
    readdirSync(join(source, folder)).map((name) => `${folder}/${name}`),
  );
  return Object.fromEntries(
    ['main.ts', ...THREADS, ...plugins].map((path) => [
      path.replace(/\.[tj]s$/, ''),
      join(source, path),
    ]),
  );
}
