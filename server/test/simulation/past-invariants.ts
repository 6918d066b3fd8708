// What must hold in a world whose database goes back, judged by what the networks and the participants remember, since
// the instance itself has lost it.
import { expect } from 'vitest';
import { auditLedger } from '../../src/ledger/audit.ts';
import type { Memory, Payment } from './past-actions.ts';
import { type Paid, paymentsTo } from './past-operator.ts';
import type { PastWorld } from './past-world.ts';

/** At every step: no order is paid twice, and the books are right. */
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

/** Every payment belongs to its shop or waits for a person, and is listed in either case. */
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

/** The instance's own money is no deposit: it left the wallet and returned there. */
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

/**
 * Every payment that left the wallets belongs to a withdrawal shown as paid by it, or is in the list that a person
 * accepted.
 */
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

/**
 * A withdrawal that a shop ordered and that was confirmed as committed is paid once, where the instance still has it.
 */
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
    // A lost withdrawal, or one that was given up before its payment was found, may have been paid: it is in the list.
    const isRight = isSettled && (expected === 1 ? n === 1 : true);
    return isRight ? [] : [{ ...summary(order), ...row, paid: n }];
  });
  expect(wrong, `orders, ${place}`).toEqual([]);
}
