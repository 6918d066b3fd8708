// Solvency: whether the assets cover the liabilities to merchants, per coin and in total. Liabilities are the account
// balances, payments received but not credited yet, and payouts in progress. Assets are in the wallets, or are external
// holdings that the operator declares. Coverage (operator/doctor/check-nodes.ts) only compares the wallets with what
// the chains received.
import type { App } from '../../app.ts';
import { assetCode } from '../../coins/coin.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { type Currency, toQuote } from '../../core/money.ts';
import type { Sql } from '../../db/database.ts';
import { type NewestPage, newestPage, type PageRequest } from '../../db/newest-page.ts';
import { quoteNow } from '../../rates/rates.ts';
import { STILL_THERE, tokenSums } from './kept-tokens.ts';

interface Holding {
  readonly coin: string;
  /** In the smallest unit. */
  readonly held: bigint;
}

/** SQL, by coin: the unspent outputs that we may sign for, less those of unconfirmed transfers. */
const OUTPUTS = `select coin, sum(amount) as amount from (
    select coin, amount from wallet_output_sums
    union all
    select o.coin, -o.amount from transfers t
    join wallet_outputs o on o.coin = t.coin and o.txid = t.txid
    where t.status <> 'confirmed' and o.status in ('unspent', 'reserved')) parts
  group by coin`;

/**
 * Posted deposits that are not in the wallet yet: because of their risk, a person's decision, their token, or until the
 * next poll. A sender's balance includes a deposit once the network was queried after its block.
 */
const ENTERING = `coalesce((select sum(amount) from deposits d where d.coin = c.coin
  and d.booked_at is not null and d.block_height is not null and not d.is_in_wallet
  and (d.token is null or ${STILL_THERE})
  and not exists (select 1 from wallet_senders s
    where s.coin = d.coin and s.address = d.address and s.checked_height >= d.block_height)), 0)`;

/** Deposits that entered the wallet, at addresses whose balance does not reflect them yet. */
const ARRIVING = `coalesce((select sum(arriving) from wallet_senders s
  where s.coin = c.coin and s.touched > s.known), 0)`;

/**
 * The fee funds of token addresses, each address once. A payment of the fee coin itself to one of them (the payer chose
 * the wrong asset) counts as a deposit; once it enters, the address is one of the coin's own.
 */
const FOR_FEES = `coalesce((select sum(g.fee_balance - coalesce((select sum(d.amount) from deposits d
    where d.coin = c.coin and d.address = g.address and d.address like '0x%'
      and d.block_height <= g.fee_checked_height), 0))
  from (select distinct on (s.address) s.address, s.fee_balance, s.fee_checked_height
    from wallet_senders s join coins t on t.coin = s.coin
    where t.fee_coin = c.coin and t.coin <> c.coin and s.fee_balance > 0
      and not exists (select 1 from wallet_senders o
        where o.coin = c.coin and o.address = s.address and o.checked_height > 0)
    order by s.address, s.fee_checked_height desc) g), 0)`;

/**
 * Money that needs a decision, was rejected as too risky, or carries a token is held but not spendable. Emptied
 * addresses are numerous and are not read.
 */
export function walletHoldings(sql: Sql, { coins }: Pick<App, 'coins'>): Promise<Holding[]> {
  return sql.query<Holding>(
    `with coins as (select * from unnest($1::text[], $2::text[]) as c(coin, fee_coin)),
       outputs as materialized (${OUTPUTS})
     select c.coin,
       coalesce((select amount from outputs o where o.coin = c.coin), 0)
       + coalesce((select sum(balance) from wallet_senders s where s.coin = c.coin and s.balance > 0), 0)
       + ${FOR_FEES} + ${ARRIVING} + ${ENTERING} as held
     from coins c order by c.coin`,
    [[...coins.keys()], [...coins.values()].map((coin) => coin.feeCoin)],
  );
}

/** Each statement that changes outputs stores its difference. This replaces all differences with one row per coin. */
export async function sumUpOutputs(sql: Sql): Promise<void> {
  await sql.query(
    `with parts as (delete from wallet_output_sums returning coin, amount, reserved, pieces)
     insert into wallet_output_sums (coin, amount, reserved, pieces)
     select coin, sum(amount), sum(reserved), sum(pieces) from parts group by coin`,
  );
}

/** The stored sums must equal these. */
export const COUNTED_OUTPUTS = `select coin, sum(amount) as amount,
    coalesce(sum(amount) filter (where status = 'reserved'), 0) as reserved,
    count(*) filter (where status = 'unspent') as pieces
  from wallet_outputs where status in ('unspent', 'reserved') group by coin`;

/** None, unless the database was changed by hand. */
export function wrongOutputSums(sql: Sql): Promise<{ coin: string; offBy: string }[]> {
  return sql.query(
    `select coin, sum(amount)::text as "offBy" from (
       select coin, amount, reserved, pieces from wallet_output_sums
       union all
       select coin, -amount, -reserved, -pieces from (${COUNTED_OUTPUTS}) counted) both_sides
     group by coin having sum(amount) <> 0 or sum(reserved) <> 0 or sum(pieces) <> 0 order by coin`,
  );
}

const VALUED_IN = 'EUR';

/** For one currency, in its smallest unit. */
export interface Position {
  readonly currency: Currency;
  readonly owed: bigint;
  readonly held: bigint;
  /** The part on outputs with tokens (BCH): held, but not available for payouts. */
  readonly withTokens: bigint;
  readonly declared: bigint;
}

export interface Solvency {
  readonly positions: readonly Position[];
  /** In EUR after every merchant is paid out, at current rates; null without a rate. */
  readonly rest: bigint | null;
}

/** Read in one snapshot: money credited between two reads would count as a liability and not as an asset. */
export async function solvencyOf(app: App): Promise<Solvency> {
  const { owed, held, declared, tokens } = await app.db.snapshot(async (sql) => ({
    owed: await sql.query<{ currency: string; amount: bigint }>(
      `select currency, sum(balance) as amount from ledger_accounts
       where kind in ('available', 'deposits', 'withdrawals')
       group by currency order by currency`,
    ),
    held: await walletHoldings(sql, app),
    declared: await inForce(sql),
    tokens: await tokenSums(sql),
  }));
  const sumsOf = new Map(owed.map(({ currency, amount }) => [currency, amount]));
  const heldOf = new Map<string, bigint>();
  for (const holding of held) {
    const code = assetCode(holding.coin);
    heldOf.set(code, (heldOf.get(code) ?? 0n) + holding.held);
  }
  const positions = [...app.currencies.values()].map((currency) => ({
    currency,
    owed: sumsOf.get(currency.code) ?? 0n,
    held: heldOf.get(currency.code) ?? 0n,
    withTokens: tokens.get(currency.code)?.booked ?? 0n,
    declared: declared.get(currency.code) ?? 0n,
  }));
  return { positions, rest: restOf(app, positions) };
}

/** Assets less liabilities; below zero: short. */
export function surplusOf({ owed, held, declared }: Position): bigint {
  return held + declared - owed;
}

/** Coins may cover fiat liabilities, so fiat counts only in the total. */
export function isShort(position: Position): boolean {
  return position.currency.kind === 'coin' && surplusOf(position) < 0n;
}

/** Surpluses count at the selling rate and shortfalls at the buying rate; both are rounded against us. */
function restOf(app: App, positions: readonly Position[]): bigint | null {
  const into = app.currencies.get(VALUED_IN);
  if (into === undefined) return null;
  try {
    return positions.reduce((sum, position) => sum + worthOf(app, position, into), 0n);
  } catch (error) {
    if (error instanceof AppError && error.code === 'rates_unavailable') return null;
    throw error;
  }
}

function worthOf(app: App, position: Position, into: Currency): bigint {
  const surplus = surplusOf(position);
  const { currency } = position;
  if (surplus === 0n || currency.code === into.code) return surplus;
  const { buyRate, sellRate } = quoteNow(app, { base: currency.code, quote: into.code });
  const facts = { base: currency, quote: into };
  if (surplus > 0n) return toQuote(surplus, { ...facts, rate: sellRate }, 'down');
  return -toQuote(-surplus, { ...facts, rate: buyRate }, 'up');
}

export interface Declaration {
  readonly id: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly reason: string;
  readonly created_at: Date;
}

/** Replaces the currency's earlier declaration. */
export async function declareHolding(
  app: App,
  requested: { currency: string; amount: bigint; reason: string },
): Promise<void> {
  await app.db.query(
    `insert into solvency_declarations (id, currency, amount, reason, created_at)
     values ($1, $2, $3, $4, $5)`,
    [
      newId(app.clock, app.random),
      requested.currency,
      requested.amount.toString(),
      requested.reason,
      new Date(app.clock.now()),
    ],
  );
}

/** Newest first, including declarations that were replaced. Errors: 404. */
export function listDeclarations(
  sql: Sql,
  pageRequest: PageRequest,
): Promise<NewestPage<Declaration>> {
  return newestPage<Declaration>(sql, {
    ...pageRequest,
    table: 'solvency_declarations',
    projectId: null,
    columns: 'id, currency, amount, reason, created_at',
  });
}

async function inForce(sql: Sql): Promise<ReadonlyMap<string, bigint>> {
  const rows = await declarationsInForce(sql);
  return new Map(rows.map(({ currency, amount }) => [currency, amount]));
}

/** The newest declaration of each currency. */
export function declarationsInForce(
  sql: Sql,
): Promise<Pick<Declaration, 'currency' | 'amount' | 'created_at'>[]> {
  return sql.query(
    `select distinct on (currency) currency, amount, created_at from solvency_declarations
     order by currency, created_at desc, id desc`,
  );
}
