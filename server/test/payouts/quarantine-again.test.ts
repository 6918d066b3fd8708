// A quarantine that starts again while another person ends it stays active: no transfer of the coin may be sent
// unreviewed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginQuarantine, findQuarantine } from '../../src/payouts/quarantine.ts';
import { createWorld, type World } from '../support/world.ts';

/** Milliseconds in which the other transaction can get in between. */
const IN_BETWEEN = 300;

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC'] });
});
afterAll(() => world.close());

test('a quarantine cannot end between two statements of its new beginning', async () => {
  const { db } = world.app;
  const again = { coin: 'BTC', reason: { code: 'log_shorter' } } as const;
  expect(await db.transaction((tx) => beginQuarantine(tx, again))).toBe(true);
  await db.query('update quarantines set reconciled_at = now()');
  const ended: Promise<unknown>[] = [];
  const isNew = await db.transaction((tx) => {
    const query = async (...words: Parameters<typeof tx.query>) => {
      const rows = await tx.query(...words);
      ended.push(
        world.database.owner.query('delete from quarantines where reconciled_at is not null'),
      );
      await Promise.race([ended[0], new Promise((done) => setTimeout(done, IN_BETWEEN))]);
      return rows;
    };
    return beginQuarantine({ ...tx, query } as typeof tx, again);
  });
  await Promise.all(ended);
  expect(isNew).toBe(false);
  expect(await findQuarantine(db, 'BTC')).toMatchObject({ reconciled_at: null });
});
