// An object's effect on a project's money, for people who trace it from its row to the postings and the chains.

import type { App } from '../../app.ts';
import { assetCode, networkLabel } from '../../coins/coin.ts';
import { defined } from '../../core/assert.ts';
import { notFound } from '../../core/errors.ts';
import { readCursor } from '../../deposits/cursor.ts';
import { explorerUrlOf } from '../../deposits/explorer.ts';
import { presentStoredRisk } from '../../risk/present-risk.ts';
import { type Described, descriptionOf } from '../../transactions/read-rows.ts';
import type { HandlersOf, OperatorApp } from '../operator.ts';
import { moneyOf } from '../present.ts';
import type { transactionsOperations } from './contract.ts';
import {
  type IncomingDeposit,
  type OutgoingWithdrawal,
  type Reference,
  readDeposits,
  readOwner,
  readPostings,
  readRowsOf,
  readWithdrawals,
} from './trace-store.ts';

interface TransactionFacts {
  readonly coin: string | null;
  readonly coin_amount: string | null;
  /** Units of the other currency per coin. Null: nothing was converted. */
  readonly rate: string | null;
  readonly txids: string | null;
  /** The value at the rate when it was received or, for outgoing money, when it was priced. */
  readonly value: string | null;
  readonly value_currency: string | null;
}

interface Stored {
  readonly id: string;
  readonly coin: string | null;
  readonly coin_amount: bigint | null;
  readonly rate: string | null;
  readonly txids: readonly string[];
  readonly value: bigint | null;
  readonly value_currency: string | null;
}

/** Keyed by the ID of the object behind the row. */
export async function transactionFacts(
  app: App,
  projectId: string,
  referenceIds: readonly string[],
): Promise<ReadonlyMap<string, TransactionFacts>> {
  const rows = await app.db.query<Stored>(FACTS, [projectId, [...new Set(referenceIds)]]);
  return new Map(rows.map((row) => [row.id, presented(app, row)]));
}

export const NO_FACTS: TransactionFacts = {
  coin: null,
  coin_amount: null,
  rate: null,
  txids: null,
  value: null,
  value_currency: null,
};

function presented(app: App, row: Stored): TransactionFacts {
  const amountOf = (amount: bigint | null, currency: string | null) =>
    amount === null || currency === null ? null : moneyOf(app, amount, currency).amount;
  const coin = row.coin === null ? null : assetCode(row.coin);
  const txids = [...new Set(row.txids)].join(' ');
  return {
    coin,
    coin_amount: amountOf(row.coin_amount, coin),
    rate: row.rate,
    txids: txids === '' ? null : txids,
    value: amountOf(row.value, row.value_currency),
    value_currency: row.value === null ? null : row.value_currency,
  };
}

/** A sum with an unknown part is unknown. */
const VALUE_OF_ALL = 'case when bool_and(d.value_eur is not null) then sum(d.value_eur) end';

/** For an exchange: the coin side that the rate refers to. */
const CHARGED_IS_BASE = `e.pair = e.charged_currency || e.received_currency`;

const FACTS = `
  select i.id, i.pay_currency as coin, i.paid_amount as coin_amount, i.rate, d.txids, d.value, 'EUR' as value_currency
  from invoices i cross join lateral (
    select coalesce(array_agg(d.txid order by d.first_seen_at, d.id), '{}') as txids, ${VALUE_OF_ALL} as value
    from deposits d where d.owner_type = 'invoice' and d.owner_id = i.id and d.project_id = i.project_id
      and d.status in ('pending', 'confirmed') and not d.is_unmatched and d.replaced_by is null) d
  where i.project_id = $1 and i.id = any($2::uuid[])
  union all
  select c.id, c.paid_currency, c.paid_amount, c.rate, array[c.txid], d.value_eur, 'EUR'
  from channel_payments c left join deposits d on d.id = c.deposit_id
  where c.project_id = $1 and c.id = any($2::uuid[])
  union all
  select d.id, d.coin, d.amount, null, array[d.txid], d.value_eur, 'EUR'
  from deposits d where d.project_id = $1 and d.id = any($2::uuid[])
  union all
  select w.id, w.received_currency, w.received_amount, w.rate, array_remove(array[w.txid], null), w.value,
    w.value_currency
  from coin_withdrawals w where w.project_id = $1 and w.id = any($2::uuid[])
  union all
  select r.id, r.currency, r.amount, null, array_remove(array[w.txid], null), w.value, w.value_currency
  from invoice_refunds r left join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
  where r.project_id = $1 and r.id = any($2::uuid[])
  union all
  select e.id, case when ${CHARGED_IS_BASE} then e.charged_currency else e.received_currency end,
    case when ${CHARGED_IS_BASE} then e.charged_amount else e.received_amount end, e.rate, '{}', null, null
  from exchange_transfers e where e.project_id = $1 and e.id = any($2::uuid[])`;

export const transactionsHandlers: HandlersOf<typeof transactionsOperations> = {
  async 'transactions.trace'(app, { project: projectId, reference_id: id }) {
    const of: Reference = { projectId, id };
    const [rows, deposits, sent, owner] = await Promise.all([
      readRowsOf(app.db, of),
      readDeposits(app.db, of),
      readWithdrawals(app.db, of),
      readOwner(app.db, of),
    ]);
    const [first] = [...rows, ...deposits.map(() => DEPOSIT), ...sent.map(() => WITHDRAWAL)];
    if (first === undefined) throw notFound();
    const ids = [id, ...[...deposits, ...sent].map((each) => each.id)];
    const postings = await readPostings(app.db, projectId, ids);
    const tips = await tipsOf(
      app,
      [...deposits, ...sent].map(({ coin }) => coin),
    );
    return {
      reference_type: first.reference_type,
      reference_id: id,
      belongs_to: owner,
      rows: rows.map(({ amount, fee, fee_currency: feeIn, reference_type: _, ...row }) => ({
        ...withDescription(row),
        amount: moneyOf(app, amount, row.currency).amount,
        fee: fee === null || feeIn === null ? null : moneyOf(app, fee, feeIn),
      })),
      postings: postings.map(
        ({ type, reference_id, created_at, amount, currency, ...posting }) => ({
          at: created_at,
          of: { type, id: reference_id },
          ...posting,
          amount: moneyOf(app, amount, currency),
        }),
      ),
      on_chain: [
        ...deposits.map((deposit) => incomingPayment(app, deposit, tips)),
        ...sent.flatMap((transfer) => outgoingPayment(app, transfer, tips)),
      ],
    };
  },
};

const DEPOSIT = { reference_type: 'CoinDeposit' };
const WITHDRAWAL = { reference_type: 'CoinWithdrawal' };

/** The height up to which each chain was read. */
type Tips = ReadonlyMap<string, number>;

async function tipsOf(app: OperatorApp, coins: readonly string[]): Promise<Tips> {
  const cursors = [...new Set(coins)].map(async (code) => {
    const { feeCoin } = coinOf(app, code);
    const cursor = await readCursor(app, feeCoin);
    return cursor === null ? [] : [[code, cursor.height] as const];
  });
  return new Map((await Promise.all(cursors)).flat());
}

/**
 * A transaction in the newest block has one confirmation. Null when the chain was never read, and for off-chain
 * payments (block 0).
 */
function depthOf(
  tips: Tips,
  { coin, block_height: height }: IncomingDeposit | OutgoingWithdrawal,
): number | null {
  const tip = tips.get(coin);
  if (height === null) return 0;
  return tip === undefined || height === 0 ? null : Math.max(0, tip - height + 1);
}

function coinOf(app: OperatorApp, code: string) {
  return defined(app.knownCoins.get(code), 'what is stored is of a coin that the program knows');
}

function incomingPayment(app: OperatorApp, deposit: IncomingDeposit, tips: Tips) {
  const coin = coinOf(app, deposit.coin);
  const { risk } = deposit;
  return {
    ...deposit,
    direction: 'in' as const,
    coin: coin.code,
    network: networkLabel(coin),
    explorer_url: explorerUrlOf(app, coin, deposit.txid),
    amount: moneyOf(app, deposit.amount, coin.code),
    confirmations: depthOf(tips, deposit),
    risk: risk === null ? null : shownRisk(risk),
    seen_at: deposit.first_seen_at,
    assessed_at: risk === null ? null : deposit.booked_at,
  };
}

function shownRisk(stored: NonNullable<IncomingDeposit['risk']>) {
  const { score, ...rest } = presentStoredRisk(stored);
  return { ...rest, score: String(score) };
}

function outgoingPayment(app: OperatorApp, sent: OutgoingWithdrawal, tips: Tips) {
  const coin = coinOf(app, sent.coin);
  const { txid } = sent;
  if (txid === null) return [];
  return [
    {
      ...sent,
      txid,
      direction: 'out' as const,
      coin: coin.code,
      network: networkLabel(coin),
      explorer_url: explorerUrlOf(app, coin, txid),
      amount: moneyOf(app, sent.amount, coin.code),
      confirmations: depthOf(tips, sent),
      confirmations_required: null,
      sources: [],
      risk: null,
      is_unmatched: false,
      seen_at: sent.created_at,
      confirmed_at: null,
      assessed_at: null,
      credited_at: null,
    },
  ];
}

function withDescription<T extends Described>({ description_code: code, ...row }: T) {
  return { ...row, description: descriptionOf({ ...row, description_code: code }) };
}
