// server/migrations/checksums.txt: a line for each landed migration, as sha256sum writes them. New ones are added; a
// line that is there is never changed, so that an edited migration shows (test/tidy/migrations.test.ts).
import { checksumOf, type Migration } from '../src/db/migrate.ts';

/** The list with the lines of those that it lacks. */
export function migrationChecksums(listed: string, migrations: readonly Migration[]): string {
  const lines = listed.split('\n').filter((line) => line !== '');
  const added = migrations
    .map((migration) => ({ ...migration, file: fileOf(migration) }))
    .filter(({ file }) => !lines.some((line) => line.endsWith(`  ${file}`)))
    .map((migration) => `${checksumOf(migration)}  ${migration.file}`);
  const name = (line: string) => line.slice(line.indexOf('  '));
  return `${[...lines, ...added].sort((a, b) => (name(a) < name(b) ? -1 : 1)).join('\n')}\n`;
}

function fileOf({ version, name }: Migration): string {
  return `${String(version).padStart(4, '0')}_${name}.sql`;
}
