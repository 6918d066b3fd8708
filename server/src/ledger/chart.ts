// The chart of accounts. Every project has its own set per currency. A balance changes only through postings.
import type { App } from '../app.ts';
import type { Currency } from '../core/money.ts';
import type { Tx } from '../db/tx.ts';

/**
 * available    what the merchant owns; shown by the API, never below zero
 * fees         processing fees earned
 * exchange     the other side of every conversion, one account per currency
 * deposits     coins received and not (yet) credited to the merchant
 * withdrawals  coins debited from the merchant and not yet confirmed on the chain
 * network_fees network fees charged to merchants, less the fees the chains took
 * losses       credited deposits that a deep reorganization removed
 * adjustments  the other side of an operator's manual corrections
 * chain        the outside world; `-balance` is the project's money in the wallets
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

/** Creates an account of every kind in every currency, with zero balances. */
export async function openLedger(tx: Tx, projectId: string): Promise<void> {
  await tx.query('insert into ledgers (project_id) values ($1)', [projectId]);
  await openAccounts(tx, {
    projectIds: [projectId],
    currencies: tx.instance.currencies.values(),
  });
}

/** Adds accounts for assets that were enabled, or came with a release, after the ledger was opened. */
export async function openMissingAccounts(app: App): Promise<void> {
  const assets = new Map([...app.coins.values()].map(({ asset }) => [asset.code, asset]));
  for (const asset of assets.values()) {
    const rows = await app.db.query<{ project_id: string }>(
      `select project_id from ledgers l where not exists (
         select 1 from ledger_accounts a
         where a.project_id = l.project_id and a.kind = 'available' and a.currency = $1)`,
      [asset.code],
    );
    if (rows.length === 0) continue;
    const projectIds = rows.map((row) => row.project_id);
    await app.db.transaction((tx) => openAccounts(tx, { projectIds, currencies: [asset] }));
  }
}

async function openAccounts(
  tx: Tx,
  { projectIds, currencies }: { projectIds: readonly string[]; currencies: Iterable<Currency> },
): Promise<void> {
  const accounts = [...currencies].flatMap((currency) => {
    const kinds = currency.kind === 'coin' ? [...everyCurrency, ...coinsOnly] : everyCurrency;
    return projectIds.flatMap((projectId) =>
      kinds.map((kind) => ({ projectId, kind, currency: currency.code })),
    );
  });
  await tx.query(
    `insert into ledger_accounts (project_id, id, kind, currency)
     select t.project_id, t.id, t.kind, t.currency
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) as t(project_id, id, kind, currency)
     on conflict (project_id, kind, currency) do nothing`,
    [
      accounts.map((account) => account.projectId),
      accounts.map(() => tx.newId()),
      accounts.map((account) => account.kind),
      accounts.map((account) => account.currency),
    ],
  );
}
