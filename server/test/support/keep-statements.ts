// With CHAINTILL_TEST_STATEMENTS, a file: notes there each statement that tests have the service send, for another
// PostgreSQL to understand (server/test/db/again/every-statement.test.ts).
import { appendFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll } from 'vitest';

const file = process.env['CHAINTILL_TEST_STATEMENTS'];
/** Of this process, which runs one file of tests after the other. */
const kept = new Set<string>();
let fresh: string[] = [];

function keep(text: string): void {
  if (kept.has(text)) return;
  kept.add(text);
  fresh.push(text);
}

if (file !== undefined && !('isKept' in pg.Client.prototype)) {
  const { query } = pg.Client.prototype;
  const keeping = function (this: pg.Client, ...asked: unknown[]) {
    const [first] = asked as { name?: string; text?: string }[];
    // The service names each statement (db/database.ts).
    if (first?.name !== undefined && first.text !== undefined) keep(first.text);
    return Reflect.apply(query, this, asked);
  };
  Object.assign(pg.Client.prototype, { query: keeping, isKept: true });
}

afterAll(() => {
  if (file === undefined || fresh.length === 0) return;
  appendFileSync(file, fresh.map((text) => `${JSON.stringify(text)}\n`).join(''));
  fresh = [];
});
