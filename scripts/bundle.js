// Bundles the service: Node loads some fifty files instead of two and a half thousand, which makes a start, and with it
// each command, three times as fast. Names and lines stay readable, as errors show them.
//
// The folders of plug-ins stay folders, because the program looks into them (server/src/core/load-dir.ts), and threads
// are started by their files. Everything else lies directly in `dist`, which server/src/core/places.ts stands on.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { notices, noticesOfBinaries } from './notices.js';

const PLUGIN_FOLDERS = ['coins/definitions', 'rates/providers', 'risk/providers'];

/** Programs of threads, started by their files. */
const THREADS = ['core/watchdog-thread.js', 'people/estimate-password.js'];

/** What finds files beside itself: native code, and the program of the embedded database. */
const UNBUNDLED = [/^@node-rs\//, /^@chaintill\/embedded-postgres/];

/** An optional part of the database's library, which is not installed. */
const ABSENT = ['pg-native'];

/** @param {string} folder the one of `server` */
export async function bundleService(folder) {
  const made = join(folder, 'dist.made');
  const before = join(folder, 'dist.before');
  for (const path of [made, before]) rmSync(path, { recursive: true, force: true });
  const bundle = await rolldown({
    input: entries(join(folder, 'src')),
    platform: 'node',
    plugins: [notices(), noticesOfBinaries()],
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
