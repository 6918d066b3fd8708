// Where this program is, and what ships beside it. Tests run the sources, in the folders of `src`; what is shipped is
// bundled into files that lie directly in `dist` (scripts/bundle.js).
import { join } from 'node:path';

const isSource = import.meta.url.endsWith('.ts');

/** `src` or `dist`: here are the folders of plug-ins, whose files are looked for by listing them. */
export const codeFolder: string = isSource ? join(import.meta.dirname, '..') : import.meta.dirname;

/** The folder of `server`, with its migrations and assets. */
export const packageFolder: string = join(codeFolder, '..');

/** The catalogue of texts: at the root of the repository, and copied into what is shipped. */
export const localesFolder: string = join(packageFolder, isSource ? '../locales' : 'dist/locales');
