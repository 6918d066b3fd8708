// Tests run the sources in the folders of `src`; a release consists of bundles directly in `dist`
// (scripts/bundle.js).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const isSource = import.meta.url.endsWith('.ts');

export const codeFolder: string = isSource ? join(import.meta.dirname, '..') : import.meta.dirname;

export const packageFolder: string = join(codeFolder, '..');

export const localesFolder: string = join(packageFolder, isSource ? '../locales' : 'dist/locales');

export function packageVersion(): string {
  const text = readFileSync(join(packageFolder, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
