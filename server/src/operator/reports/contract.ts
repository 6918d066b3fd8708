// Reports: totals from the ledger for a period, by day, month or year.
import { Type } from 'typebox';
import { endTime } from '../../contract/end-time.ts';
import { code, oneOf as oneOfField, time } from '../../contract/fields.ts';
import { anyProject, operatorOperation, paging } from '../../contract/operator/operation.ts';
import {
  Amount,
  Currency,
  nullable,
  oneOf,
  page,
  row,
  rows,
  Text,
  TextOrNull,
} from '../../contract/schema.ts';

const PERIODS = ['day', 'month', 'year'] as const;

const PeriodName = Type.String({
  description: 'Period in UTC, such as 2026-11-23, 2026-11 or 2026',
});

const requested = {
  project: anyProject('only of this project'),
  from: time('first day, UTC (default: 30 days before the last day); at most 400 periods'),
  to: endTime('last day (default: today)'),
  by: oneOfField(PERIODS, 'period of each row (default: month)'),
  currency: code(
    'currency',
    'currency in which the spread is valued at current rates (default: EUR)',
  ),
};

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

export const reportsOperations = {
  'reports.show': operatorOperation({
    summary:
      'Show sales, fees, network costs, spread and losses of a period, and what is owed at its end',
    permission: 'read',
    input: requested,
    output: row({
      from: PeriodName,
      to: PeriodName,
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
    input: { ...requested, ...paging },
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
