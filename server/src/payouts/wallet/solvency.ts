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
import { tokenSums } from './kept-tokens.ts';
import { walletHoldings } from './wallet-holdings.ts';

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
