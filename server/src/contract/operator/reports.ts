// Reports: totals from the ledger for a period, by day, month or year.
import { Type } from 'typebox';
import { endTime } from '../end-time.ts';
import { code, oneOf as oneOfField, time } from '../fields.ts';
import { Amount, Currency, nullable, oneOf, Text } from '../objects/schema-words.ts';
import { anyProject, paging } from './fields.ts';
import { operatorOperation } from './operation.ts';
import { page, row, rows, TextOrNull } from './schema-words.ts';

const PERIODS = ['day', 'month', 'year'] as const;

const PeriodName = Type.String({ description: 'As in 2026-11-23, 2026-11 or 2026, UTC' });

const requested = {
  project: anyProject('only of this project'),
  from: time('of the first day (UTC); 30 days up to the last unless told, 400 periods at most'),
  to: endTime('of the last day; today unless told'),
  by: oneOfField(PERIODS, 'a row for each; month unless told'),
  currency: code('currency', 'in which the spread is valued (EUR), at the rates of now'),
};

const PARTS = [
  ...(['sales', 'fees', 'network', 'exchange', 'spread', 'losses', 'ends', 'solvency'] as const),
] as const;

export const reportsOperations = {
  'reports.show': operatorOperation({
    summary: 'Sales, fees, network costs, spread and losses of a time, and what is owed at its end',
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
    summary: 'The same as lines with one amount each, for a file; all of them are one page',
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
