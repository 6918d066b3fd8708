// Reports: a summary of a period, the entries behind it, and totals from the ledger by day, month or year. All days are
// days of one time zone.
import { Type } from 'typebox';
import { endTime } from '../../contract/end-time.ts';
import { code, oneOf as oneOfField, time } from '../../contract/fields.ts';
import { MOVEMENTS } from '../../contract/movements.ts';
import {
  anyProject,
  operatorOperation,
  paging,
  theProject,
} from '../../contract/operator/operation.ts';
import {
  Amount,
  amountOf,
  Currency,
  Id,
  nullable,
  oneOf,
  page,
  row,
  rows,
  Text,
  TextOrNull,
  Time,
} from '../../contract/schema.ts';
import { timeZone } from '../../contract/time-zone.ts';

const PERIODS = ['day', 'month', 'year'] as const;

const PARTS = [
  'sales',
  'fees',
  'network',
  'exchange',
  'spread',
  'losses',
  'ends',
  'solvency',
] as const;

/** `opening`, plus the movements, is `closing`. In a total of rounded values, `rounding` makes up the difference. */
const SUMMARY_LINES = ['opening', ...MOVEMENTS, 'closing'] as const;
const TOTAL_LINES = ['opening', ...MOVEMENTS, 'rounding', 'closing'] as const;
export type SummaryLine = (typeof SUMMARY_LINES)[number];

const Day = Type.String({ description: 'Date in the time zone, such as 2026-11-23' });
const PeriodName = Type.String({
  description: 'Period in the time zone, such as 2026-11-23, 2026-11 or 2026',
});

const zoned = {
  from: time('first day in the time zone (default: 30 days before the last day)'),
  to: endTime('last day (default: today)'),
  time_zone: timeZone(
    'time zone of the days, such as Europe/Berlin (default: that of your settings, or UTC)',
  ),
};

const requested = {
  project: anyProject('only of this project'),
  ...zoned,
  by: oneOfField(PERIODS, 'period of each row (default: month); at most 400 periods'),
  currency: code(
    'currency',
    'currency in which the spread is valued at current rates (default: EUR)',
  ),
};

export const reportsOperations = {
  'reports.summary': operatorOperation({
    summary:
      'Show the opening balance, sales, refunds, fees, payouts and the closing balance of a period, per currency and in one currency',
    permission: 'read',
    input: {
      project: anyProject('only of this project'),
      ...zoned,
      by: oneOfField(PERIODS, 'period of each part (default: month); at most 400 periods'),
      currency: code('currency', 'currency of the totals, at current rates (default: EUR)'),
    },
    output: row({
      from: Day,
      to: Day,
      time_zone: Text,
      since: Time,
      until: Time,
      by: oneOf(PERIODS),
      currency: Currency,
      rates: rows({ currency: Currency, rate: nullable(Amount) }),
      unvalued: Type.Array(Currency, {
        description: 'Currencies without a current rate, which the totals omit',
      }),
      totals: rows({ line: oneOf(TOTAL_LINES), amount: Amount }),
      periods: rows({ period: PeriodName, line: oneOf(MOVEMENTS), amount: Amount }),
      rows: rows({
        currency: Currency,
        line: oneOf(SUMMARY_LINES),
        count: nullable(Type.Integer()),
        amount: Amount,
        value: nullable(Amount),
      }),
      next: nullable(Id),
    }),
  }),
  'reports.entries': operatorOperation({
    summary: 'List the entries behind a line of the summary, newest first',
    permission: 'read',
    input: {
      project: theProject,
      ...zoned,
      line: oneOfField(MOVEMENTS, 'only entries of this line (default: all)'),
      currency: code('currency', 'only of the account in this currency'),
      ...paging,
    },
    output: page({
      id: Id,
      booked_at: Time,
      currency: Currency,
      type: Text,
      status: TextOrNull,
      description: TextOrNull,
      custom_id: TextOrNull,
      part: amountOf('Part of the amount that belongs to the line'),
      amount: Amount,
      fee: Amount,
      network_fee: Amount,
      balance: Amount,
      reference_id: Id,
    }),
  }),
  'reports.show': operatorOperation({
    summary:
      'Show sales, fees, network costs, spread and losses of a period, and what is owed at its end',
    permission: 'read',
    input: requested,
    output: row({
      from: Day,
      to: Day,
      time_zone: Text,
      by: oneOf(PERIODS),
      currency: Currency,
      sales: rows({
        period: PeriodName,
        type: Text,
        coin: Currency,
        currency: Currency,
        count: Type.Integer(),
        received: Amount,
        credited: Amount,
      }),
      fees: rows({ period: PeriodName, currency: Currency, earned: Amount }),
      network: rows({ period: PeriodName, currency: Currency, charged: Amount, paid: Amount }),
      exchange: rows({
        period: PeriodName,
        currency: Currency,
        taken: Amount,
        given: Amount,
        value: nullable(Amount),
      }),
      spread: rows({ period: PeriodName, value: nullable(Amount) }),
      losses: rows({ period: PeriodName, currency: Currency, lost: Amount, restored: Amount }),
      ends: rows({
        currency: Currency,
        owned: Amount,
        arriving: Amount,
        on_its_way: Amount,
        owed: Amount,
        in_books: Amount,
      }),
      solvency: nullable(
        rows({ currency: Currency, owed: Amount, held: Amount, declared: Amount, rest: Amount }),
      ),
    }),
  }),
  'reports.lines': operatorOperation({
    summary:
      'Print the report as lines with one amount each, for import into a spreadsheet. Not paged',
    permission: 'read',
    input: { ...requested, part: oneOfField(PARTS, 'only lines of this part'), ...paging },
    output: page({
      part: oneOf(PARTS),
      period: PeriodName,
      type: TextOrNull,
      coin: nullable(Currency),
      count: nullable(Type.Integer()),
      item: Text,
      amount: Amount,
      currency: Currency,
    }),
  }),
} as const;
