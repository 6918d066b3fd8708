// Proves rows by themselves: the deposits, withdrawals, refunds and transfers that new postings are about, or a page of
// all there are.
import type { Sql } from '../db/database.ts';
import { type AuditFinding, askTogether } from './audit.ts';
import { ofDeposits, ofRefunds, ofTransfers, ofWithdrawals } from './invariants.ts';

/** Rows by the two columns of their key. */
export type Keys = readonly (readonly [string, string])[];

type Prove = (db: Sql, keys: Keys) => Promise<AuditFinding[]>;

export const proveWithdrawals: Prove = byKeys(ofWithdrawals(isAmong('w', 'project_id')));
export const proveRefunds: Prove = byKeys(ofRefunds(isAmong('r', 'project_id')));
export const proveTransfers: Prove = byKeys(ofTransfers(isAmong('t', 'coin')));

/** By their ids, whoever's they are; and what sends them back. */
export function proveDeposits(db: Sql, ids: readonly string[]): Promise<AuditFinding[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const invariants = {
    ...ofDeposits('d.id = any($1::uuid[])'),
    ...ofWithdrawals(`w.deposit_id = any($1::uuid[]) and w.status <> 'cancelled'`),
  };
  return askTogether(db, { invariants, where: 'true', values: [ids] });
}

/** What postings of a project are about, by their references. */
export async function proveReferred(
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
    proveDeposits(db, [...ofKind('Deposit'), ...ofKind('CoinDeposit')]),
    proveWithdrawals(db, keysOf('CoinWithdrawal')),
    proveRefunds(db, keysOf('InvoiceRefund')),
    proveTransfers(db, paid),
  ]);
  return found.flat();
}

const PAID_BY = `
  select p.coin, p.transfer_id as id from transfer_payments p
  where p.project_id = $1 and p.withdrawal_id = any($2::uuid[])
  union
  select t.coin, t.id from wallets w join transfers t on t.coin = w.coin and t.id = any($3::uuid[])`;

function isAmong(table: string, first: 'project_id' | 'coin'): string {
  const type = first === 'coin' ? 'text' : 'uuid';
  return `(${table}.${first}, ${table}.id) in (select * from unnest($1::${type}[], $2::uuid[]))`;
}

function byKeys(invariants: ReturnType<typeof ofRefunds>): Prove {
  return async (db, keys) => {
    if (keys.length === 0) return [];
    const values = [keys.map(([first]) => first), keys.map(([, id]) => id)];
    return await askTogether(db, { invariants, where: 'true', values });
  };
}
