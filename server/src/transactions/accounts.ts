// The merchant's accounts: one per currency, with balance and available balance.
import type { Static } from 'typebox';
import type { App } from '../app.ts';
import type { Account } from '../contract/objects/accounts.ts';
import type { Page } from '../contract/operation.ts';
import { formatAmount } from '../core/money.ts';
import type { Project } from '../projects/project.ts';

/** All accounts on one page, in the order of the supported currencies. */
export async function listAccounts(
  app: App,
  project: Project,
): Promise<Page<Static<typeof Account>>> {
  const rows = await app.db.query<{ id: string; currency: string; balance: bigint; held: bigint }>(
    `select id, currency, balance, held from ledger_accounts
     where project_id = $1 and kind = 'available' order by currency limit 1000`,
    [project.id],
  );
  const byCurrency = new Map(rows.map((row) => [row.currency, row]));
  const accounts = [...app.currencies.values()].flatMap((currency) => {
    const row = byCurrency.get(currency.code);
    if (row === undefined) return [];
    return {
      id: row.id,
      balance: formatAmount(row.balance, currency),
      available: formatAmount(row.balance - row.held, currency),
      currency: currency.code,
      project_id: project.id,
    };
  });
  return { rows: accounts, total: accounts.length, hasMore: false };
}
