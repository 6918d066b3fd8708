// Guarantees of moving a project to another cell: it arrives whole, with its keys and secrets, and is open in one of
// both; the one it left answers that it is away and takes nothing more; one that may not move says all reasons and
// stays open.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COPIED, PACKS, STAYING } from '../../src/cells/copied-tables.ts';
import { moveProject } from '../../src/cells/move.ts';
import { closeProject, reopenProject } from '../../src/cells/moves.ts';
import { known } from '../../src/core/assert.ts';
import { slotOf } from '../../src/core/slots.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { solvencyOf } from '../../src/payouts/wallet/solvency.ts';
import { addMember } from '../../src/people/members.ts';
import { createApiKey, revokeApiKey } from '../../src/projects/api-keys.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import {
  addUser,
  apiAt,
  busyMerchant,
  openTwoCells,
  setSomePolicy,
  type TwoCells,
} from './two-cells.ts';

let two: TwoCells;
beforeAll(async () => {
  two = await openTwoCells();
});
afterAll(() => two.close());

const owedIn = async (app: TwoCells['here']['app'], code: string) =>
  known(
    (await solvencyOf(app)).positions.find(({ currency }) => currency.code === code),
    'a position',
  ).owed;

test('every table with rows of a project is copied or stays', async () => {
  const rows = await two.here.database.owner.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns join information_schema.tables
       using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'project_id' and table_type = 'BASE TABLE' order by 1`,
  );
  const lines = [...COPIED.map(({ table }) => table), PACKS, ...Object.keys(STAYING)];
  expect(lines.filter((table) => table !== 'projects').sort()).toEqual(
    rows.map(({ name }) => name),
  );
});

test('a project arrives whole, opens there, and is away here', async () => {
  const { here, there, cells } = two;
  const merchant = await busyMerchant(here);
  const { project, api } = merchant;
  await setSomePolicy(here.app, project.id);
  const before = {
    accounts: await api.accounts.list(),
    transactions: await api.transactions.list(),
    customer: await api.customers.get('customer-1'),
  };
  const owed = { here: await owedIn(here.app, 'BTC'), there: await owedIn(there.app, 'BTC') };
  const unused = await createApiKey(here.app, project.id, {
    ...{ name: 'unused', apiVersion: 2, permissions: ['read'], ipAllowList: [] },
  });

  expect(await moveProject(cells, project.id)).toEqual({ slot: slotOf(project.id) });

  const moved = apiAt(there, merchant);
  expect(await moved.accounts.list()).toEqual(before.accounts);
  expect(await moved.transactions.list()).toEqual(before.transactions);
  expect(await moved.customers.get('customer-1')).toEqual(before.customer);
  // What it owns is owed by the other cell now, and by this one no more.
  const bitcoin = known(
    (
      await there.app.db.query<{ balance: bigint }>(
        `select balance from ledger_accounts where project_id = $1 and kind = 'available' and currency = 'BTC'`,
        [project.id],
      )
    )[0],
    'an account',
  ).balance;
  expect(bitcoin).toBeGreaterThan(0n);
  expect(await owedIn(here.app, 'BTC')).toBe(owed.here - bitcoin);
  expect(await owedIn(there.app, 'BTC')).toBe(owed.there + bitcoin);
  // It works on there: its books, ids with its slot, and callbacks by the secret that its merchant knows.
  const { length } = merchant.callbacks;
  const more = await moved.exchangeTransfers.create({
    ...{ charged_currency: 'EUR', received_currency: 'BTC', charged_amount: '50.00' },
    force_commit: true,
  });
  await moved.invoices.create({ price_amount: '10', price_currency: 'EUR', pay_currency: 'BTC' });
  await there.settle();
  expect(merchant.callbacks.length).toBeGreaterThanOrEqual(length);
  expect(await auditLedger(there.app.db)).toEqual([]);
  expect(await moved.exchangeTransfers.get(more.id)).toMatchObject({ id: more.id });

  const away = apiAt(here, { ...merchant, key: unused });
  await expect(away.accounts.list()).rejects.toMatchObject({ status: 503, retryAfterSeconds: 30 });
  // A process that remembers the key as open is refused by the database.
  await expect(api.customers.create({ id: 'customer-2', currency: 'EUR' })).rejects.toMatchObject({
    status: 503,
  });
  // Asked again, it is where it is.
  expect(await moveProject(cells, project.id)).toEqual({ slot: slotOf(project.id) });
});

test('what is written for a closed project is refused, whoever writes it', async () => {
  const { here } = two;
  const { project, key } = await busyMerchant(here);
  const { app } = here;
  const move = await closeProject(app, project.id, '1');
  const closed = { code: 'service_unavailable', status: 503 };
  await expect(
    adjustAccount(app, { projectId: project.id, currency: 'EUR', amount: 1n, reason: 'late' }),
  ).rejects.toMatchObject(closed);
  await expect(revokeApiKey(app, project.id, key.key)).rejects.toMatchObject(closed);
  await expect(setSomePolicy(app, project.id)).rejects.toMatchObject(closed);
  await expect(
    app.db.query(`update projects set name = 'renamed' where id = $1`, [project.id]),
  ).rejects.toMatchObject(closed);
  await reopenProject(app, move);
  await revokeApiKey(app, project.id, key.key);
});

test('a project that may not move says all that stands in the way, and stays open', async () => {
  const { here, there, cells } = two;
  const merchant = await here.merchant();
  const { project, api } = merchant;
  await api.invoices.create({ price_amount: '10', price_currency: 'EUR', pay_currency: 'BTC' });
  const userId = await addUser(here.app, 'Ada');
  await addMember(here.app.db, { projectId: project.id, userId, roles: ['admin'] });
  const { reasons } = (await moveProject(cells, project.id)) as { reasons: string[] };
  expect(reasons).toEqual(['Ada has no account in cell 1, or shares the name with someone']);
  expect(await there.app.db.query('select 1 from projects where id = $1', [project.id])).toEqual(
    [],
  );
  // It goes on, and a later move of it is another one.
  await api.customers.create({ id: 'customer-3', currency: 'EUR' });
  expect(await moveProject(cells, project.id)).toEqual({ reasons });
});

test('people keep their roles in the other cell, under the same name', async () => {
  const { here, there, cells } = two;
  const { project } = await here.merchant();
  const userId = await addUser(here.app, 'Grace');
  const otherId = await addUser(there.app, 'grace');
  await addMember(here.app.db, { projectId: project.id, userId, roles: ['finance', 'viewer'] });
  expect(await moveProject(cells, project.id)).toEqual({ slot: slotOf(project.id) });
  expect(
    await there.app.db.query('select user_id, roles from project_members where project_id = $1', [
      project.id,
    ]),
  ).toEqual([{ user_id: otherId, roles: ['finance', 'viewer'] }]);
});
