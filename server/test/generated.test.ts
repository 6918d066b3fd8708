// Guarantee: committed generated files are up to date.
import { expect, test } from 'vitest';
import { committed, generatedFiles } from '../scripts/generated-files.ts';
import { migrateWithoutBaseline } from '../src/db/migrate.ts';
import { createEmptyDatabase } from './support/database.ts';

test('generated files are up to date', async () => {
  const database = await createEmptyDatabase();
  try {
    await migrateWithoutBaseline(database.owner);
    const files = await generatedFiles(database.owner);
    for (const [path, text] of files) {
      expect(committed(path), `${path} is out of date: run \`npm run generate\``).toBe(text);
    }
  } finally {
    await database.drop();
  }
});
