// A project's position in each currency: its balance, the part held by open withdrawals, and the amounts in transit.

import type { Static } from 'typebox';
import type { App } from '../app.ts';
import type { Account } from '../contract/objects/accounts.ts';
import type { Page } from '../contract/operation.ts';
import { formatAmount } from '../core/money.ts';
import type { Sql } from '../db/database.ts';
import type { Project } from '../projects/project.ts';

export interface Position {
  readonly currency: string;
  /** All in the currency's smallest unit. */
  readonly balance: bigint;
  readonly held: bigint;
  /** Received in blocks, but not credited yet. */
  readonly arriving: bigint;
  /** Debited, but not final on the chain yet. */
  readonly leaving: bigint;
}

export function readPositions(sql: Sql, projectId: string): Promise<Position[]> {
  return sql.query<Position>(
    `select a.currency, a.balance, a.held, coalesce(d.balance, 0) as arriving, coalesce(w.balance, 0) as leaving
     from ledger_accounts a
     left join ledger_accounts d
       on d.project_id = a.project_id and d.currency = a.currency and d.kind = 'deposits'
     left join ledger_accounts w
       on w.project_id = a.project_id and w.currency = a.currency and w.kind = 'withdrawals'
     where a.project_id = $1 and a.kind = 'available' order by a.currency limit 1000`,
    [projectId],
  );
}

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
