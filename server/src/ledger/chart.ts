// The chart of accounts. Every project has its own set, per currency; a balance changes by postings only.

import type { App } from '../app.ts';
import { newId } from '../core/ids.ts';
import type { Currency } from '../core/money.ts';
import type { Tx } from '../db/database.ts';

/**
 * available    what the merchant owns; shown by the API, never below zero
 * fees         processing fees earned
 * exchange     the other side of every conversion, one account per currency
 * deposits     coins received and not (yet) credited to the merchant
 * withdrawals  coins debited from the merchant and not yet confirmed on the chain
 * network_fees what merchants paid for the networks, less what the chains took
 * losses       credited deposits that a deep reorganisation took away
 * adjustments  the other side of an operator's manual corrections
 * chain        the outside world; `-balance` is what the wallets hold for this project
 */
export type AccountKind =
  | 'available'
  | 'fees'
  | 'exchange'
  | 'deposits'
  | 'withdrawals'
  | 'network_fees'
  | 'losses'
  | 'adjustments'
  | 'chain';

const everyCurrency: readonly AccountKind[] = ['available', 'fees', 'exchange', 'adjustments'];
const coinsOnly: readonly AccountKind[] = [
  'deposits',
  'withdrawals',
  'network_fees',
  'losses',
  'chain',
];

/** Creates the ledger of a new project: all accounts of all currencies, at zero. */
export async function openLedger(
  tx: Tx,
  facts: { app: App; projectId: string; currencies: Iterable<Currency> },
): Promise<void> {
  const { app, projectId } = facts;
  const ids: string[] = [];
  const kinds: string[] = [];
  const codes: string[] = [];
  for (const currency of facts.currencies) {
    const wanted = currency.kind === 'coin' ? [...everyCurrency, ...coinsOnly] : everyCurrency;
    for (const kind of wanted) {
      ids.push(newId(app.clock, app.random));
      kinds.push(kind);
      codes.push(currency.code);
    }
  }
  await tx.query('insert into ledgers (project_id) values ($1)', [projectId]);
  await tx.query(
    `insert into ledger_accounts (project_id, id, kind, currency)
     select $1, t.id, t.kind, t.currency
     from unnest($2::uuid[], $3::text[], $4::text[]) as t(id, kind, currency)`,
    [projectId, ids, kinds, codes],
  );
}
