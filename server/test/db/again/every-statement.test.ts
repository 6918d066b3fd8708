// Guarantee: each statement that the tests had the service send to one PostgreSQL is understood by another, whose
// suites are fewer. CHAINTILL_TEST_STATEMENTS names the file in which a run noted them (.ci/run).
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';

/** What can be prepared; the others are of tests, or begin and end transactions. */
const PREPARED = /^\s*(?:(?:--[^\n]*\n|\/\*)\s*)*(?:select|with|insert|update|delete|values)\b/i;
/** undefined_table: one that a test made for itself. */
const NO_TABLE = '42P01';
/** A run sends so many and more; fewer, and they were not noted. */
const LEAST = Number(process.env['CHAINTILL_TEST_STATEMENTS_LEAST'] ?? '2000');

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
        } else if (error.code !== NO_TABLE) refused.push({ text, why: error.message });
        await query('rollback to savepoint one');
      }
    });
  } finally {
    await database.drop();
  }
  expect(refused).toEqual([]);
  expect(understood).toBeGreaterThan(LEAST);
});
