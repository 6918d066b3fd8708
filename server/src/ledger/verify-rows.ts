// Verifies deposits, withdrawals, refunds and transfers by ID.
import type { Sql } from '../db/database.ts';
import { type AuditFinding, requestTogether } from './audit.ts';
import { ofDeposits, ofRefunds, ofTransfers, ofWithdrawals } from './invariants.ts';

export type Keys = readonly (readonly [string, string])[];

type Verify = (db: Sql, keys: Keys) => Promise<AuditFinding[]>;

/**
 * With a condition on `transfers`, the planner might check all transfers and filter afterward; `offset 0` forces the
 * lookup by key first.
 */
const TRANSFERS = `(select t.* from (select distinct * from unnest($1::text[], $2::uuid[])) as k(coin, id)
  cross join lateral (select * from transfers t where t.coin = k.coin and t.id = k.id offset 0) t)`;

export const verifyWithdrawals: Verify = byKeys(ofWithdrawals(isAmong('w')));
export const verifyRefunds: Verify = byKeys(ofRefunds(isAmong('r')));
export const verifyTransfers: Verify = byKeys(ofTransfers(TRANSFERS));

/** Deposits of any owner, and the withdrawals that return them. */
export function verifyDeposits(db: Sql, ids: readonly string[]): Promise<AuditFinding[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const invariants = {
    ...ofDeposits('d.id = any($1::uuid[])'),
    ...ofWithdrawals(`w.deposit_id = any($1::uuid[]) and w.status <> 'cancelled'`),
  };
  return requestTogether(db, { invariants, where: 'true', values: [ids] });
}

export async function verifyReferred(
  db: Sql,
  projectId: string,
  referred: Readonly<Record<string, readonly string[]>>,
): Promise<AuditFinding[]> {
  const ofKind = (kind: string) => referred[kind] ?? [];
  const keysOf = (kind: string): Keys => ofKind(kind).map((id) => [projectId, id]);
  const paidBy = await db.query<{ coin: string; id: string }>(PAID_BY, [
    projectId,
    ofKind('CoinWithdrawal'),
    ofKind('Transfer'),
  ]);
  const paid: Keys = paidBy.map(({ coin, id }) => [coin, id]);
  const found = await Promise.all([
    verifyDeposits(db, [...ofKind('Deposit'), ...ofKind('CoinDeposit')]),
    verifyWithdrawals(db, keysOf('CoinWithdrawal')),
    verifyRefunds(db, keysOf('InvoiceRefund')),
    verifyTransfers(db, paid),
  ]);
  return found.flat();
}

const PAID_BY = `
  select p.coin, p.transfer_id as id from transfer_payments p
  where p.project_id = $1 and p.withdrawal_id = any($2::uuid[])
  union
  select t.coin, t.id from wallets w join transfers t on t.coin = w.coin and t.id = any($3::uuid[])`;

function isAmong(table: string): string {
  return `(${table}.project_id, ${table}.id) in (select * from unnest($1::uuid[], $2::uuid[]))`;
}

function byKeys(invariants: ReturnType<typeof ofRefunds>): Verify {
  return async (db, keys) => {
    if (keys.length === 0) return [];
    const values = [keys.map(([first]) => first), keys.map(([, id]) => id)];
    return await requestTogether(db, { invariants, where: 'true', values });
  };
}
