// Guarantee: each statement that the tests had the service send to one PostgreSQL is understood by another, whose
// suites are fewer. Run twice (.ci/run): the first notes which of them its PostgreSQL understands on today's schema,
// which those of tests on temporary tables or schemas that are over are not; the second, with the other PostgreSQL as
// DATABASE_URL, must understand them all.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Sql } from '../../../src/db/database.ts';
import { createTestDatabase } from '../../support/database.ts';

/** What can be prepared; the others begin and end transactions, or are of owners. */
const PREPARED = /^\s*(?:(?:--[^\n]*\n|\/\*)\s*)*(?:select|with|insert|update|delete|values)\b/i;
/** A backup is read whole, table by table; these have names that each PostgreSQL gives by itself. */
const NUMBERED = /\bpg_toast_\d+/;
/** A run sends so many and more; fewer, and they were not noted. */
const LEAST = Number(process.env['CHAINTILL_TEST_STATEMENTS_LEAST'] ?? '1200');

/** Files with a JSON string in each line: what was sent, and what the first run understood of it. */
const NOTED = process.env['CHAINTILL_TEST_STATEMENTS'] ?? '';
const UNDERSTOOD = `${NOTED}.understood`;

test('each statement is understood by this PostgreSQL', async () => {
  const isFirst = !existsSync(UNDERSTOOD);
  const { understood, refused } = await prepareAll(read(isFirst ? NOTED : UNDERSTOOD));
  if (isFirst)
    writeFileSync(UNDERSTOOD, understood.map((text) => `${JSON.stringify(text)}\n`).join(''));
  else expect(refused).toEqual([]);
  expect(understood.length).toBeGreaterThan(LEAST);
});

function read(file: string): string[] {
  const lines = new Set(readFileSync(file, 'utf8').trim().split('\n'));
  const texts = [...lines].map((line) => JSON.parse(line) as string);
  return texts.filter((text) => PREPARED.test(text) && !NUMBERED.test(text));
}

async function prepareAll(texts: readonly string[]) {
  const database = await createTestDatabase();
  const understood: string[] = [];
  const refused: { text: string; why: string }[] = [];
  try {
    await database.owner.transaction(async ({ query }) => {
      for (const text of texts) {
        const why = await refusal(query, text);
        if (why === null) understood.push(text);
        else refused.push({ text, why });
      }
    });
  } finally {
    await database.drop();
  }
  return { understood, refused };
}

/** Null: it is understood. */
async function refusal(query: Sql['query'], text: string): Promise<string | null> {
  await query('savepoint one');
  const why = await query(`prepare one as ${text}`).then(
    () => null,
    (failed: Error) => failed.message,
  );
  if (why === null) await query('deallocate one');
  await query('rollback to savepoint one');
  return why;
}
