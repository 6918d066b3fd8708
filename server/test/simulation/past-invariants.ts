// What must hold in a world whose database goes back, judged by what the networks and the people remember: the till
// itself has forgotten.
import { expect } from 'vitest';
import { auditLedger } from '../../src/ledger/audit.ts';
import type { Memory, Payment } from './past-actions.ts';
import { type Paid, paymentsTo } from './past-operator.ts';
import type { PastWorld } from './past-world.ts';

/** At any moment: no order is paid twice, and the books are right. */
export async function checkNothingTwice(
  world: PastWorld,
  memory: Memory,
  place: string,
): Promise<void> {
  const paid = await paidTo(world, memory);
  const twice = memory.orders.flatMap((order) => {
    const payments = paid.get(bare(order.address)) ?? [];
    return payments.length > 1 ? [{ ...summary(order), payments: payments.length }] : [];
  });
  expect(twice, `paid twice, ${place}`).toEqual([]);
  expect(await auditLedger(world.sql), place).toEqual([]);
}

const bare = (address: string) => address.split('?')[0] ?? address;
const summary = ({ customId, coin, amount, shop }: Memory['orders'][number]) => ({
  customId,
  coin,
  amount,
  shop: shop.name,
});

async function paidTo(world: PastWorld, { orders }: Memory): Promise<Map<string, Paid[]>> {
  const rows = await paymentsTo(
    world,
    orders.map(({ address }) => bare(address)),
  );
  const paid = new Map<string, Paid[]>();
  for (const row of rows) paid.set(row.address, [...(paid.get(row.address) ?? []), row]);
  return paid;
}

interface Credit {
  readonly coin: string;
  readonly txid: string;
  readonly address: string;
  readonly project_id: string | null;
  readonly owner_type: string | null;
}

/** Whatever a payer paid is his shop's or waits for a person, and is listed in any case. */
export async function checkPayers(
  world: PastWorld,
  { payments }: Memory,
  place: string,
): Promise<void> {
  const deposits = await world.sql.query<Credit>(
    `select coin, txid, address, project_id, owner_type from deposits where txid = any($1::text[])`,
    [payments.map(({ txid }) => txid)],
  );
  const found = (payment: Payment) =>
    deposits.find(({ txid, address }) => txid === payment.txid && address === payment.address);
  const elsewhere = payments.filter((payment) => {
    const projectId = found(payment)?.project_id ?? null;
    return projectId !== null && projectId !== payment.shop?.id;
  });
  expect(elsewhere, `to another shop, ${place}`).toEqual([]);
  const taken = payments.filter(
    (payment) => payment.shop !== null && found(payment)?.owner_type === 'treasury',
  );
  expect(taken, `taken by the till itself, ${place}`).toEqual([]);
  const lost = payments.filter((payment) => found(payment) === undefined);
  expect(lost, `listed nowhere, ${place}`).toEqual([]);
}

/** The till's own money is nobody's deposit: what comes out of its wallet and goes back there. */
export async function checkOwnMoney(world: PastWorld, place: string): Promise<void> {
  const ours = await world.networks.query<{ txid: string }>(
    'select txid from simulation.transactions where raw is not null',
  );
  const credited = await world.sql.query(
    `select coin, txid, address, owner_type, project_id, is_unmatched from deposits
     where txid = any($1::text[]) and owner_type is distinct from 'treasury' and status = 'confirmed'`,
    [ours.map(({ txid }) => txid)],
  );
  expect(credited, `own money, ${place}`).toEqual([]);
}

/** What left the wallets is a withdrawal that is shown as paid with it, or in the list that a person accepted. */
export async function checkListed(world: PastWorld, memory: Memory, place: string): Promise<void> {
  const paid = [...(await paidTo(world, memory)).values()].flat();
  const known = await world.sql.query<{ txid: string }>(
    `select txid from coin_withdrawals where txid is not null
     union select txid from unknown_spends
     union select t.txid from transfers t join transfer_payments p on p.transfer_id = t.id where t.txid is not null`,
  );
  const txids = new Set(known.map(({ txid }) => txid));
  expect(
    paid.filter(({ txid }) => !txids.has(txid)),
    `paid and listed nowhere, ${place}`,
  ).toEqual([]);
}

/** What a shop ordered and was told to be committed is paid once, where the till still knows of it. */
export async function checkOrders(world: PastWorld, memory: Memory, place: string): Promise<void> {
  const paid = await paidTo(world, memory);
  const rows = await world.sql.query<{
    custom_id: string;
    status: string;
    cancelled_for: string | null;
  }>(
    `select distinct on (custom_id) custom_id, status, cancelled_for from coin_withdrawals order by custom_id, id desc`,
  );
  const wrong = memory.orders.flatMap((order) => {
    const row = rows.find(({ custom_id }) => custom_id === order.customId);
    const n = paid.get(bare(order.address))?.length ?? 0;
    const expected = row?.status === 'completed' ? 1 : 0;
    const isSettled = row === undefined || ['completed', 'cancelled'].includes(row.status);
    // What was forgotten, or given up here before it was found, may have been paid: it is in the list.
    const isRight = isSettled && (expected === 1 ? n === 1 : true);
    return isRight ? [] : [{ ...summary(order), ...row, paid: n }];
  });
  expect(wrong, `orders, ${place}`).toEqual([]);
}
