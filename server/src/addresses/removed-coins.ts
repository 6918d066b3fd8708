// Optional coins and fiat currencies that were used must stay enabled, because payers have addresses and merchants
// balances in them.
import type { App } from '../app.ts';
import type { Coin } from '../coins/coin.ts';
import { definedCoins } from '../coins/registry.ts';
import { ConfigError } from '../core/config/config.ts';

const USES_OF_COIN = `
  select 1 from addresses where coin = $1 and owner_id is not null
  union all select 1 from deposits where coin = $1
  union all select 1 from coin_withdrawals where received_currency = $1`;

const USES_OF_ASSET = `
  select 1 from ledger_accounts where currency = $1 and (entry_seq > 0 or held > 0)
  union all select 1 from invoices where price_currency = $1
  union all select 1 from channels where receiver_currency = $1
  union all select 1 from subscriptions where currency = $1
  union all select 1 from checkouts where price_currency = $1
  union all select 1 from payment_links where terms ->> 'price_currency' = $1
  union all select 1 from customers where currency = $1
  union all select 1 from coin_withdrawals where charged_currency = $1
  union all select 1 from exchange_transfers where $1 in (charged_currency, received_currency)
  union all select 1 from policies where document like '%"' || $1 || '"%'`;

/** Throws ConfigError when the configuration omits an optional coin or fiat currency that this database has used. */
export async function refuseRemovedCoins(app: App): Promise<void> {
  const problems: string[] = [];
  for (const { code, asset, token } of await leftOut(app)) {
    const isAssetGone = !app.currencies.has(asset.code);
    const used = [
      ...(await app.db.query(`select 1 from (${USES_OF_COIN}) u limit 1`, [code])),
      ...(isAssetGone
        ? await app.db.query(`select 1 from (${USES_OF_ASSET}) u limit 1`, [asset.code])
        : []),
    ];
    const variable = token === null ? 'CHAINTILL_COINS' : 'CHAINTILL_TOKENS';
    if (used.length > 0)
      problems.push(
        `${variable} must keep ${code}: this database has addresses, money or objects in it, and payments ` +
          'to those addresses would not be seen',
      );
  }
  for (const code of await fiatsLeftOut(app)) {
    const used = await app.db.query(`select 1 from (${USES_OF_ASSET}) u limit 1`, [code]);
    if (used.length > 0)
      problems.push(`CHAINTILL_FIAT must keep ${code}: this database has money or objects in it`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
}

async function leftOut(app: App): Promise<Coin[]> {
  const absent = [...definedCoins.values()].filter(
    ({ code, isOptional }) => isOptional && !app.coins.has(code),
  );
  const rows = await app.db.query<{ coin: string }>(
    'select coin from wallets where coin = any($1::text[])',
    [absent.map(({ code }) => code)],
  );
  const had = new Set(rows.map(({ coin }) => coin));
  return absent.filter(({ code }) => had.has(code));
}

/** Also stores which are switched on now: only they can be used. */
async function fiatsLeftOut(app: App): Promise<string[]> {
  const now = new Date(app.clock.now());
  for (const code of app.config.furtherFiats)
    await app.db.query(
      'insert into further_fiats (currency, switched_on_at) values ($1, $2) on conflict do nothing',
      [code, now],
    );
  const rows = await app.db.query<{ currency: string }>('select currency from further_fiats');
  return rows.map(({ currency }) => currency).filter((code) => !app.currencies.has(code));
}
