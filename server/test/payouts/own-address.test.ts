// The instance's hot address is found quickly, even among all the XRP tags that were assigned to customers at that
// address.
import { expect, test } from 'vitest';
import { ensureHotSender, readHotSender } from '../../src/payouts/own-address.ts';
import { createWorldDatabase } from '../support/database.ts';
import { noteStatements } from '../support/noted-statements.ts';
import { createWorld } from '../support/world.ts';

const TAGS = 20_000;

test('among twenty thousand customer tags', async () => {
  const noted = await noteStatements(await createWorldDatabase());
  const { database } = noted;
  const world = await createWorld({}, { coins: ['XRP'], database });
  const { app } = world;
  const hot = await ensureHotSender(app, 'XRP');
  expect(hot.tag).not.toBeNull();
  const merchant = await world.merchant();
  await database.owner.query(
    `insert into addresses (coin, address, tag, address_index, project_id, owner_type, owner_id, assigned_at)
     select 'XRP', $1, 4000000000 + n, 1000000 + n, $2, 'invoice', gen_random_uuid(), now()
     from generate_series(1, ${TAGS}) as n`,
    [hot.address, merchant.project.id],
  );
  await database.owner.query('analyze addresses, wallet_senders');
  noted.take();
  expect(await readHotSender(app.db, 'XRP')).toEqual(hot);
  const [read] = noted.take().filter(({ text }) => text.includes('wallet_senders'));
  expect(read?.pages).toBeLessThan(20);
  await world.close();
});
