// Sums of a project's statements by kind of movement: what changed each balance from one time to another. Read from the
// same rows as the statements, so that both always agree.
import type { Movement } from '../contract/movements.ts';
import type { Sql } from '../db/database.ts';
import type { DescriptionCode, TransactionReferenceType } from './record.ts';

type Kind = Exclude<Movement, 'fees' | 'network_fees'>;

/** Bank transfers are not posted yet. A withdrawal that returns money to a customer is a refund. */
const KIND_OF: Readonly<Record<TransactionReferenceType, Kind>> = {
  Invoice: 'sales',
  ChannelPayment: 'sales',
  CoinDeposit: 'sales',
  InvoiceRefund: 'refunds',
  CoinWithdrawal: 'payouts',
  BankWithdrawal: 'payouts',
  ExchangeTransfer: 'exchanges',
  BankDeposit: 'corrections',
  ManualBalanceTransaction: 'corrections',
};

/** `from` is inclusive, `until` exclusive. */
export interface SummarySpan {
  readonly projectId: string;
  readonly from: Date;
  readonly until: Date;
}

/** In the currency's smallest unit, signed: what leaves the account is negative. */
export interface Moved {
  readonly currency: string;
  /** The position of the part of the span, from 1. */
  readonly part: number;
  readonly movement: Movement;
  readonly amount: bigint;
  readonly count: number;
}

export interface Ends {
  readonly currency: string;
  readonly opening: bigint;
  readonly closing: bigint;
}

/** A fee is always in the currency of the account. */
const FEE = 'case when t.fee_currency = t.currency then coalesce(t.fee, 0) else 0 end';

/**
 * The network fee within a row of a withdrawal. It is charged with the amount, in the account's currency: after a
 * conversion its share is rounded toward zero.
 */
const NETWORK_FEE = `coalesce(
  div((t.amount + ${FEE}) * w.network_fee, nullif(w.received_amount + w.network_fee, 0)), 0)`;

/** The withdrawal of a row, as `w`, and whether it is a refund. Looked up by key for each row, whatever the plan. */
const WITHDRAWAL = `left join lateral (
    select c.network_fee, c.received_amount, exists (select 1 from invoice_refunds f
      where f.project_id = c.project_id and f.withdrawal_id = c.id) as is_refund
    from coin_withdrawals c
    where t.reference_type = 'CoinWithdrawal' and c.project_id = $1 and c.id = t.reference_id limit 1) w on true`;

const ACCOUNTS = `ledger_accounts a where a.project_id = $1 and a.kind = 'available' and a.entry_seq > 0`;

const SUMS = `select a.currency, s.* from (select id, currency from ${ACCOUNTS}) a cross join lateral (
    select width_bucket(t.booked_at, $4::timestamptz[]) as part, t.reference_type as type,
      coalesce(w.is_refund, false) as "isRefund", count(*)::int as count, sum(t.amount) as amount,
      sum(${FEE}) as fee, sum(${NETWORK_FEE}) as "networkFee",
      (count(*) filter (where ${FEE} <> 0))::int as "withFee",
      (count(*) filter (where ${NETWORK_FEE} <> 0))::int as "withNetworkFee"
    from account_transactions t ${WITHDRAWAL}
    where t.account_id = a.id and t.booked_at >= $2 and t.booked_at < $3
    group by 1, 2, 3) s
  order by a.currency, s.part`;

interface Sums {
  readonly currency: string;
  readonly part: number;
  readonly type: TransactionReferenceType;
  readonly isRefund: boolean;
  readonly count: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly networkFee: bigint;
  readonly withFee: number;
  readonly withNetworkFee: number;
}

/** `starts`: the start of each part of the span, in order; the first is `from`. */
export async function sumMovements(
  sql: Sql,
  { projectId, from, until }: SummarySpan,
  starts: readonly Date[],
): Promise<Moved[]> {
  const rows = await sql.query<Sums>(SUMS, [projectId, from, until, starts]);
  return rows.flatMap(movementsOf);
}

/** The amount of a row is after its fees. The parts add up to the amount. */
function movementsOf({ currency, part, ...row }: Sums): Moved[] {
  const movement = row.isRefund ? 'refunds' : KIND_OF[row.type];
  const amount = row.amount + row.fee - row.networkFee;
  const of = { currency, part };
  const all: Moved[] = [
    { ...of, movement, amount, count: row.count },
    { ...of, movement: 'fees', amount: -row.fee, count: row.withFee },
    { ...of, movement: 'network_fees', amount: row.networkFee, count: row.withNetworkFee },
  ];
  return all.filter((each) => each.count > 0);
}

const balanceAt = (slot: string) => `coalesce((select t.booked_balance from account_transactions t
    where t.account_id = a.id and t.booked_at < ${slot} order by t.booked_at desc, t.booked_seq desc limit 1), 0)`;

/** Balances before the start and before the end of the span, of all accounts that were ever used. */
export function summaryEnds(sql: Sql, { projectId, from, until }: SummarySpan): Promise<Ends[]> {
  return sql.query<Ends>(
    `select a.currency, ${balanceAt('$2')} as opening, ${balanceAt('$3')} as closing
     from ${ACCOUNTS} order by a.currency`,
    [projectId, from, until],
  );
}

export interface MovementRow {
  readonly id: string;
  readonly booked_at: Date;
  readonly currency: string;
  readonly reference_type: TransactionReferenceType;
  readonly reference_id: string;
  readonly status: string | null;
  readonly description: string | null;
  readonly description_code: DescriptionCode | null;
  readonly custom_id: string | null;
  /** Signed, in the currency's smallest unit, after both fees. */
  readonly amount: bigint;
  readonly fee: bigint;
  readonly network_fee: bigint;
  readonly balance: bigint;
  /** Of the amount, what belongs to the requested movement. */
  readonly part: bigint;
}

interface RowsRequest extends SummarySpan {
  /** Null: all. */
  readonly movement: Movement | null;
  readonly currency: string | null;
  readonly after: string | null;
  readonly limit: number;
}

const typesOf = (kind: Kind) =>
  Object.entries(KIND_OF)
    .filter(([, of]) => of === kind)
    .map(([type]) => `'${type}'`)
    .join(', ');
const isOf = (kind: Kind) => `t.reference_type in (${typesOf(kind)})`;
const REST = `t.amount + ${FEE} - ${NETWORK_FEE}`;

interface Part {
  readonly where: string;
  readonly part: string;
}

const PARTS: Readonly<Record<Movement, Part>> = {
  sales: { where: isOf('sales'), part: REST },
  refunds: { where: `(${isOf('refunds')} or w.is_refund)`, part: REST },
  fees: { where: `${FEE} <> 0`, part: `-${FEE}` },
  network_fees: { where: `${NETWORK_FEE} <> 0`, part: NETWORK_FEE },
  payouts: { where: `${isOf('payouts')} and w.is_refund is not true`, part: REST },
  exchanges: { where: isOf('exchanges'), part: REST },
  corrections: { where: isOf('corrections'), part: REST },
};
const ALL: Part = { where: 'true', part: 't.amount' };

const PLACE = 't.booked_at, t.account_id, t.booked_seq';
const NEWEST_FIRST = 't.booked_at desc, t.account_id desc, t.booked_seq desc';

/** The rows behind a movement, newest first. Their parts add up to the movement's sum. */
export function readMovements(sql: Sql, requested: RowsRequest): Promise<MovementRow[]> {
  const { projectId, from, until, movement, currency, after, limit } = requested;
  const { where, part } = movement === null ? ALL : PARTS[movement];
  const values: unknown[] = [projectId, from, until, limit];
  const slot = (value: unknown) => `$${values.push(value)}`;
  const ofCurrency = currency === null ? '' : `and a.currency = ${slot(currency)}`;
  const start =
    after === null
      ? ''
      : `and (${PLACE}) < (select ${PLACE} from account_transactions t
          where t.project_id = $1 and t.id = ${slot(after)})`;
  return sql.query<MovementRow>(
    `select t.* from (select id from ${ACCOUNTS} ${ofCurrency}) a cross join lateral (
       select t.id, t.booked_at, t.account_id, t.booked_seq, t.currency, t.reference_type, t.reference_id, t.status,
         t.description, t.description_code, t.custom_id, t.amount, ${FEE} as fee, abs(${NETWORK_FEE}) as network_fee,
         t.booked_balance as balance, ${part} as part
       from account_transactions t ${WITHDRAWAL}
       where t.account_id = a.id and t.booked_at >= $2 and t.booked_at < $3 ${start} and ${where}
       order by t.booked_at desc, t.booked_seq desc limit $4) t
     order by ${NEWEST_FIRST} limit $4`,
    values,
  );
}
