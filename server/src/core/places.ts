// Locates this program and the files shipped with it. Tests run the sources in the folders of `src`; releases are
// bundled into files directly in `dist` (scripts/bundle.js).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const isSource = import.meta.url.endsWith('.ts');

/** `src` or `dist`. Contains the plug-in folders, whose files are discovered by listing them. */
export const codeFolder: string = isSource ? join(import.meta.dirname, '..') : import.meta.dirname;

/** The `server` folder, with its migrations and assets. */
export const packageFolder: string = join(codeFolder, '..');

/** The message catalog: at the root of the repository, and copied into the release. */
export const localesFolder: string = join(packageFolder, isSource ? '../locales' : 'dist/locales');

export function packageVersion(): string {
  const text = readFileSync(join(packageFolder, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
