// When CHAINTILL_TEST_STATEMENTS names a file, appends each statement that the service sends in tests, to be checked on
// another PostgreSQL (server/test/db/again/every-statement.test.ts). Loaded before each test file; starts once per
// process.
import { appendFileSync } from 'node:fs';
import pg from 'pg';

const file = process.env['CHAINTILL_TEST_STATEMENTS'];

if (file !== undefined && !('isKept' in pg.Client.prototype)) {
  const { query } = pg.Client.prototype;
  const kept = new Set<string>();
  const keeping = function (this: pg.Client, ...requested: unknown[]) {
    const [first] = requested as { name?: string; text?: string }[];
    // The service names each of its statements (db/database.ts).
    if (first?.name !== undefined && first.text !== undefined && !kept.has(first.text)) {
      kept.add(first.text);
      appendFileSync(file, `${JSON.stringify(first.text)}\n`);
    }
    return Reflect.apply(query, this, requested);
  };
  Object.assign(pg.Client.prototype, { query: keeping, isKept: true });
}
