// A token that was used stays switched on: payers keep its addresses, and merchants its accounts and objects. A
// start without it would not see what is paid to them, so it is refused.
import type { App } from '../app.ts';
import { ConfigError } from '../core/config/config.ts';

/** Where a coin or currency is named by something that somebody made. Read only after a token left the list. */
const USES = `
  select 1 from addresses where coin = $1 and owner_id is not null
  union all select 1 from deposits where coin = $1
  union all select 1 from ledger_accounts where currency = $1 and (entry_seq > 0 or held > 0)
  union all select 1 from invoices where price_currency = $1
  union all select 1 from channels where receiver_currency = $1
  union all select 1 from subscriptions where currency = $1
  union all select 1 from customers where currency = $1
  union all select 1 from coin_withdrawals where $1 in (charged_currency, received_currency)
  union all select 1 from exchange_transfers where $1 in (charged_currency, received_currency)
  union all select 1 from policies where document like '%"' || $1 || '"%'`;

/** Throws ConfigError for a token that this database has used and the configuration leaves out. */
export async function refuseForgottenTokens(app: App): Promise<void> {
  // Only tokens have a contract, so this reads nothing where none was ever switched on.
  const rows = await app.db.query<{ coin: string }>(
    'select coin from wallets where contract is not null order by coin',
  );
  const left = rows.map((row) => row.coin).filter((code) => !app.coins.has(code));
  const problems: string[] = [];
  for (const code of left) {
    const used = await app.db.query(`select 1 from (${USES}) u limit 1`, [code]);
    if (used.length > 0)
      problems.push(
        `CHAINTILL_TOKENS must keep ${code}: this database has addresses, money or objects in it, and payments ` +
          'to those addresses would not be seen',
      );
  }
  if (problems.length > 0) throw new ConfigError(problems);
}
