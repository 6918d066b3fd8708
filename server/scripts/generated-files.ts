// Every committed file that is made from code, by its path in the repository. generate.ts writes them;
// server/test/generated.test.ts makes them again and compares.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../src/db/database.ts';
import { readMigrations } from '../src/db/migrate.ts';
import { apiDocument } from '../src/http/document-routes.ts';
import { baselineDump } from './baseline-dump.ts';
import { callbackExamples } from './callback-examples.ts';
import { callbackBlocks } from './callbacks-page.ts';
import { cliPage } from './cli-page.ts';
import { clientTypes } from './client-types.ts';
import { configurationPage } from './configuration-page.ts';
import { fillBlocks } from './fill-blocks.ts';
import { migrationChecksums } from './migration-checksums.ts';
import { moneyBlocks } from './money-page.ts';
import { schemaDump } from './schema-dump.ts';
import { statusesPage } from './statuses-page.ts';

const CHECKSUMS = 'server/migrations/checksums.txt';

export const repositoryFolder = join(import.meta.dirname, '../..');

/** `db` is made by the migrations, not from the baseline, and empty; it is not afterwards. */
export async function generatedFiles(db: Database): Promise<ReadonlyMap<string, string>> {
  const document = apiDocument(2);
  const migrations = readMigrations();
  const schema = await schemaDump(db);
  const baseline = await baselineDump(db, migrations);
  const callbacks = callbackBlocks(await callbackExamples(db));
  const files = [
    ['docs/openapi.json', `${JSON.stringify(apiDocument(1), null, 2)}\n`],
    ['docs/openapi-2.json', `${JSON.stringify(document, null, 2)}\n`],
    ['docs/statuses.md', statusesPage()],
    ['docs/cli.md', cliPage()],
    ['docs/configuration.md', configurationPage()],
    ['docs/schema.sql', schema],
    ['docs/callbacks.md', fillBlocks(committed('docs/callbacks.md'), callbacks)],
    ['docs/money.md', fillBlocks(committed('docs/money.md'), moneyBlocks())],
    [CHECKSUMS, migrationChecksums(committed(CHECKSUMS), migrations)],
    ['server/migrations/baseline.sql', baseline],
    ['client/src/types.ts', clientTypes(document)],
  ] as const;
  return new Map(files.map(([path, text]) => [path, formatted(path, text)]));
}

export function committed(path: string): string {
  return readFileSync(join(repositoryFolder, path), 'utf8');
}

/** As the formatter of the repository writes it, where it has a say (biome.json). */
function formatted(path: string, text: string): string {
  if (!/\.(ts|md)$/.test(path)) return text;
  const biome = join(repositoryFolder, 'node_modules/@biomejs/biome/bin/biome');
  return execFileSync(process.execPath, [biome, 'format', `--stdin-file-path=${path}`], {
    input: text,
    cwd: repositoryFolder,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}
