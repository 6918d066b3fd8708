// For coins, rate providers and risk providers: adding one means adding one file.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Default exports of the `.ts` (or compiled `.js`) files in the folder, ordered by file name. */
export async function loadDir<T>(folder: string): Promise<readonly T[]> {
  const names = readdirSync(folder)
    .filter((name) => /\.(ts|js)$/.test(name) && !name.endsWith('.d.ts'))
    .sort();
  const loaded: T[] = [];
  for (const name of names) {
    const module: { default?: T } = await import(pathToFileURL(join(folder, name)).href);
    if (module.default === undefined)
      throw new Error(`${join(folder, name)} has no default export`);
    loaded.push(module.default);
  }
  return loaded;
}
