// A later release, as its operator installs it: a copy of the build with one more migration.
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const COPIED = ['bin', 'dist', 'migrations', 'assets', 'package.json'];

export const FUTURE = { version: 9998, name: 'future' } as const;

export interface NewerRelease {
  /** For `createService`. */
  readonly program: string;
  remove(): void;
}

export function installNewerRelease(): NewerRelease {
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-newer-'));
  const server = join(folder, 'server');
  for (const name of COPIED)
    cpSync(join(REPOSITORY, 'server', name), join(server, name), { recursive: true });
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
  const file = join(server, 'migrations', `${FUTURE.version}_${FUTURE.name}.sql`);
  writeFileSync(file, 'create table future (id integer primary key);\n');
  return {
    program: join(server, 'bin/chaintill.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
