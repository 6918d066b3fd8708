// A report as lines for a file: one amount each, with its label and currency. Pure.
import type { OutputOf } from '../../contract/operator/operation.ts';
import type { reportsOperations } from './contract.ts';

type Operations = typeof reportsOperations;
type Report = OutputOf<Operations['reports.show']>;
type Line = OutputOf<Operations['reports.lines']>['rows'][number];

const NOTHING = { type: null, coin: null, count: null } as const;

/** Closing balances have the end of the range in place of a period. */
export function linesOf(report: Report): Line[] {
  const { sales, fees, network, exchange, spread, losses, ends, solvency, to, currency } = report;
  const line =
    (part: Line['part'], at: { period: string; currency: string }) =>
    (item: string, amount: string | null): Line[] =>
      amount === null
        ? []
        : [{ part, period: at.period, ...NOTHING, item, currency: at.currency, amount }];
  return [
    ...sales.flatMap(({ currency: into, received, credited, ...row }) => {
      const of = { part: 'sales' as const, ...row };
      return [
        { ...of, item: 'received', currency: row.coin, amount: received },
        { ...of, item: 'credited', currency: into, amount: credited },
      ];
    }),
    ...fees.flatMap((row) => line('fees', row)('earned', row.earned)),
    ...network.flatMap((row) => {
      const of = line('network', row);
      return [...of('charged', row.charged), ...of('paid', row.paid)];
    }),
    ...exchange.flatMap((row) => {
      const of = line('exchange', row);
      return [...of('taken', row.taken), ...of('given', row.given)];
    }),
    ...spread.flatMap(({ period, value }) => line('spread', { period, currency })('value', value)),
    ...losses.flatMap((row) => {
      const of = line('losses', row);
      return [...of('lost', row.lost), ...of('restored', row.restored)];
    }),
    ...ends.flatMap((row) => {
      const of = line('ends', { period: to, currency: row.currency });
      return (['owned', 'arriving', 'on_its_way', 'owed', 'in_books'] as const).flatMap((item) =>
        of(item, row[item]),
      );
    }),
    ...(solvency ?? []).flatMap((row) => {
      const of = line('solvency', { period: to, currency: row.currency });
      return (['owed', 'held', 'declared', 'rest'] as const).flatMap((item) => of(item, row[item]));
    }),
  ];
}
