// Guarantee: each statement that the tests had the service send to one PostgreSQL is understood by another, whose
// suites are fewer. CHAINTILL_TEST_STATEMENTS names the file in which a run noted them (.ci/run).
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';

/** What can be prepared; the others are of tests, or begin and end transactions. */
const PREPARED = /^\s*(?:(?:--[^\n]*\n|\/\*)\s*)*(?:select|with|insert|update|delete|values)\b/i;
/** undefined_table, undefined_column: of a test, or of a schema that is over and a migration is tested on. */
const NOT_OF_NOW = ['42P01', '42703'];
/** PostgreSQL's own tables differ by its version. */
const ITS_OWN = /\bpg_/;
/** A run sends so many and more; fewer, and they were not noted. */
const LEAST = Number(process.env['CHAINTILL_TEST_STATEMENTS_LEAST'] ?? '1200');

test('each statement is understood by this PostgreSQL', async () => {
  const file = process.env['CHAINTILL_TEST_STATEMENTS'] ?? '';
  const lines = new Set(readFileSync(file, 'utf8').trim().split('\n'));
  const texts = [...lines].map((line) => JSON.parse(line) as string);
  const database = await createTestDatabase();
  const refused: unknown[] = [];
  let understood = 0;
  try {
    await database.owner.transaction(async ({ query }) => {
      for (const text of texts.filter((one) => PREPARED.test(one))) {
        await query('savepoint one');
        const error = await query(`prepare one as ${text}`).then(
          () => null,
          (failed: Error & { code?: string }) => failed,
        );
        if (error === null) {
          understood += 1;
          await query('deallocate one');
        } else if (!NOT_OF_NOW.includes(error.code ?? '') || ITS_OWN.test(text))
          refused.push({ text, why: error.message });
        await query('rollback to savepoint one');
      }
    });
  } finally {
    await database.drop();
  }
  expect(refused).toEqual([]);
  expect(understood).toBeGreaterThan(LEAST);
});
