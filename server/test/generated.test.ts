// Guarantee: committed generated files are up to date.
import { expect, test } from 'vitest';
import { committed, generatedFiles } from '../scripts/generated-files.ts';
import { createTestDatabase } from './support/database.ts';

test('generated files are up to date', async () => {
  const database = await createTestDatabase();
  try {
    const files = await generatedFiles(database.db);
    for (const [path, text] of files) {
      expect(committed(path), `${path} is out of date: run \`npm run generate\``).toBe(text);
    }
  } finally {
    await database.drop();
  }
});
