// Keeps network fee quotes fresh: one process at a time queries the nodes, and every process loads the stored quotes.
// When a node is unreachable, or a token has no rate, the last quote stays until it is too old to charge.
import type { App, NetworkFeeQuote } from '../app.ts';
import { ChainUnavailable } from '../chains/chain.ts';
import type { FeeQuotes, TransferNetwork } from '../chains/transfers.ts';
import { defined } from '../core/assert.ts';
import { SECOND, wallNow } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { divide, smaller, toQuote } from '../core/money.ts';
import type { Sql } from '../db/database.ts';
import { readSetting, storeSetting } from '../db/settings.ts';
import { quoteNow } from '../rates/rates.ts';
import { recurring } from '../workers/schedule.ts';
import { notifyWorker, type Worker } from '../workers/worker.ts';
import { signableQuotes } from './signable-quotes.ts';

export const NETWORK_FEES_CHANGED = 'network-fees-changed';

const SETTING = 'network_fees';
const EVERY = 30 * SECOND;
const LEASE = 60 * SECOND;

export const networkFeesWorker: Worker = recurring({
  name: 'network-fees',
  everyMilliseconds: EVERY,
  leaseMilliseconds: LEASE,
  async run(app) {
    await loadNetworkFees(app);
    let waitsForRates = false;
    const signable = await signableQuotes(app);
    for (const network of app.transferNetworks.values()) {
      try {
        const most = signable.get(network.coin);
        const quotes = ordered(within(most, await network.feeQuotes()));
        app.networkFees.set(network.coin, {
          ...inCoin(app, network.coin, quotes),
          ...(await withInputs(app, network, quotes)),
          quotedAt: wallNow(),
        });
      } catch (error) {
        if (!(error instanceof ChainUnavailable || isWithoutRate(error))) throw error;
        // At startup, rates and fees are requested together; this avoids waiting 30 seconds for the next run.
        if (isWithoutRate(error) && app.rates.snapshot === null) {
          waitsForRates = true;
          continue;
        }
        app.log.warn(
          { err: error, coin: network.coin },
          'no new network fees: node unreachable, or no rate',
        );
      }
    }
    await store(app);
    return waitsForRates ? SECOND : false;
  },
});

const PAYOUTS_SAMPLED = 50;
/** Bounds the search over all purposes. */
const TRANSFERS_MAX = 500;
/** A merchant is charged for at most this many inputs per payout. */
const INPUTS_CHARGED_MAX = 10n;

/** From the most recent transfers that paid withdrawals. A batch pays several. */
interface InputsNeeded {
  readonly inputs: bigint;
  readonly payouts: bigint;
}

/** A slower level never costs more, and no level is free: the merchant pays what is quoted. */
function ordered(quotes: FeeQuotes): FeeQuotes {
  const [slow = 1n, average = 1n, fast = 1n] = [quotes.slow, quotes.average, quotes.fast]
    .map((quote) => (quote > 0n ? quote : 1n))
    .sort((left, right) => (left < right ? -1 : 1));
  return { slow, average, fast };
}

/** Caps quotes at the fee that the signer accepts, with room for replacements. */
function within(most: bigint | undefined, quotes: FeeQuotes): FeeQuotes {
  const { slow, average, fast } = quotes;
  if (most === undefined) return quotes;
  const atMost = (quote: bigint) => smaller(quote, most);
  return { slow: atMost(slow), average: atMost(average), fast: atMost(fast) };
}

/** If a payout may need several inputs, the merchant pays for as many as recent payouts needed. */
async function withInputs(app: App, network: TransferNetwork, quotes: FeeQuotes) {
  if (network.model !== 'outputs') return {};
  const needed = await inputsNeeded(app.db, network.coin);
  const quoteOf = (quote: bigint) => quoteWithInputs(network, quote, needed);
  const { slow, average, fast } = quotes;
  return {
    slow: quoteOf(slow),
    average: quoteOf(average),
    fast: quoteOf(fast),
    ordinary: average,
  };
}

/** The merchant's fee in the coin that is sent, rounded up, for coins whose fees are paid in another one. */
function inCoin(app: App, code: string, quotes: FeeQuotes): Omit<NetworkFeeQuote, 'quotedAt'> {
  const coin = defined(app.coins.get(code), `${code} is registered`);
  const fees = defined(app.coins.get(coin.feeCoin), `${coin.feeCoin} is registered`);
  if (fees.code === code) return quotes;
  const rate = quoteNow(app, { base: fees.asset.code, quote: coin.asset.code }).buyRate;
  const inQuote = (fee: bigint) => toQuote(fee, { base: fees, quote: coin, rate }, 'up');
  const { slow, average, fast } = quotes;
  const inCoins = ordered({ slow: inQuote(slow), average: inQuote(average), fast: inQuote(fast) });
  return { ...inCoins, paid: average };
}

function isWithoutRate(error: unknown): boolean {
  return error instanceof AppError && error.code === 'rates_unavailable';
}

interface StoredQuote {
  readonly slow: string;
  readonly average: string;
  readonly fast: string;
  /** In tokens. */
  readonly paid?: string;
  /** Of an ordinary payment, for the bitcoind family. */
  readonly ordinary?: string;
  readonly quoted_at: number;
}

async function store(app: App): Promise<void> {
  const quotes = [...app.networkFees].map(([coin, quote]) => [coin, toJson(quote)]);
  await storeSetting(app.db, SETTING, Object.fromEntries(quotes));
  await notifyWorker(app.db, NETWORK_FEES_CHANGED);
}

/** Newer quotes of this process are kept. */
export async function loadNetworkFees(app: App): Promise<void> {
  const stored = await readSetting<Record<string, StoredQuote>>(app.db, SETTING);
  for (const [coin, quote] of Object.entries(stored ?? {})) {
    const isNewer = quote.quoted_at > (app.networkFees.get(coin)?.quotedAt ?? 0);
    if (isNewer && app.transferNetworks.has(coin)) app.networkFees.set(coin, fromJson(quote));
  }
}

function toJson(quote: NetworkFeeQuote): StoredQuote {
  return {
    slow: `${quote.slow}`,
    average: `${quote.average}`,
    fast: `${quote.fast}`,
    ...(quote.paid === undefined ? {} : { paid: `${quote.paid}` }),
    ...(quote.ordinary === undefined ? {} : { ordinary: `${quote.ordinary}` }),
    quoted_at: quote.quotedAt,
  };
}

function fromJson(quote: StoredQuote): NetworkFeeQuote {
  return {
    slow: BigInt(quote.slow),
    average: BigInt(quote.average),
    fast: BigInt(quote.fast),
    ...(quote.paid === undefined ? {} : { paid: BigInt(quote.paid) }),
    ...(quote.ordinary === undefined ? {} : { ordinary: BigInt(quote.ordinary) }),
    quotedAt: quote.quoted_at,
  };
}

/** Small payments make payouts expensive, and the merchant who pays out pays for them. */
export async function inputsNeeded(sql: Sql, coin: string): Promise<InputsNeeded> {
  const rows = await sql.query<InputsNeeded>(
    `select coalesce(sum(jsonb_array_length(t.plan #> '{origin,inputs}')), 0)::numeric as inputs,
       coalesce(sum(t.payouts), 0)::numeric as payouts
     from (
       select plan, (select count(*) from transfer_payments p
         where p.coin = l.coin and p.transfer_id = l.id) as payouts
       from (select coin, id, plan, purpose, status from transfers where coin = $1
         order by id desc limit ${TRANSFERS_MAX}) l
       where purpose = 'withdrawal' and status in ('signed', 'broadcast', 'confirmed')
       order by id desc limit ${PAYOUTS_SAMPLED}) t`,
    [coin],
  );
  return rows[0] ?? { inputs: 0n, payouts: 0n };
}

/** The mean number of inputs instead of one, at the same fee rate; rounded up. */
function quoteWithInputs(
  network: Pick<TransferNetwork, 'feeFor'>,
  quote: bigint,
  { inputs, payouts }: InputsNeeded,
): bigint {
  if (inputs <= payouts) return quote;
  const fee = (count: number) => network.feeFor(quote, { inputs: count, outputs: [] });
  const most = payouts * (INPUTS_CHARGED_MAX - 1n);
  const more = inputs - payouts < most ? inputs - payouts : most;
  return quote + divide((fee(2) - fee(1)) * more, payouts, 'up');
}
