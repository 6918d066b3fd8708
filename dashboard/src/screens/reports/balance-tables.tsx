// Losses, closing balances, and liabilities against holdings: as charts per currency and as tables.
import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { scaled, sumOf } from '../../shared/amounts.ts';
import { Bars, type Series, usePeriodText } from '../../shared/chart/bars.tsx';
import { useTexts } from '../../shared/i18n.tsx';
import { type Column, RowsTable } from '../../shared/ui/tables.tsx';
import { Money } from '../../shared/ui/values.tsx';
import type { Report } from './queries.ts';

/** Shared by the parts of a report: headings, amounts of a currency in each period, and money columns. */
export function Part({
  title,
  hint,
  children,
}: {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}) {
  return (
    <Stack component="section" gap="sm">
      <Title order={2}>{title}</Title>
      {hint !== undefined && (
        <Text c="dimmed" size="sm">
          {hint}
        </Text>
      )}
      {children}
    </Stack>
  );
}

interface Dated {
  readonly period: string;
  readonly currency: string;
}

/** The values of one currency in each period. */
export function byCurrency<Row extends Dated>(
  rows: readonly Row[],
  amounts: (row: Row) => readonly string[],
) {
  const periods = [...new Set(rows.map(({ period }) => period))].sort();
  return [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const of = (n: number) =>
      periods.map((period) => {
        const same = rows.filter((row) => row.period === period && row.currency === currency);
        return sumOf(same.map((row) => amounts(row)[n] ?? '0'));
      });
    return { currency, periods, of };
  });
}

export function money<K extends string>(
  head: string,
  name: K,
): Column<{ readonly currency: string } & { readonly [Name in K]: string }> {
  return {
    head,
    isAmount: true,
    cell: (row) => <Money amount={row[name]} currency={row.currency} />,
  };
}

export const keyOf = (row: Dated) => `${row.period} ${row.currency}`;

interface Props {
  readonly report: Report;
}

export function Losses({ report: { losses } }: Props) {
  const t = useTexts('reports');
  const periodText = usePeriodText();
  if (losses.length === 0) return null;
  return (
    <Part title={t.losses}>
      {byCurrency(losses, ({ lost, restored }) => [lost, restored]).map(
        ({ currency, periods, of }) => (
          <Card withBorder key={currency}>
            <Bars
              label={t.lossesIn({ currency })}
              {...{ currency, periods }}
              series={[
                { name: t.lost, tone: 'first', values: of(0) },
                { name: t.restored, tone: 'second', values: of(1) },
              ]}
            />
          </Card>
        ),
      )}
      <RowsTable
        label={t.losses}
        rows={losses}
        rowKey={keyOf}
        columns={[
          { head: t.period, cell: ({ period }) => periodText(period) },
          money(t.lost, 'lost'),
          money(t.restored, 'restored'),
        ]}
      />
    </Part>
  );
}

export function Ends({ report: { ends, to } }: Props) {
  const t = useTexts('reports');
  const periodText = usePeriodText();
  if (ends.length === 0) return null;
  const bars = (row: (typeof ends)[number]): readonly Bar[] => [
    [t.owned, row.owned],
    [t.arriving, row.arriving],
    [t.onItsWay, row.on_its_way],
  ];
  return (
    <Part title={t.ends({ day: periodText(to) })}>
      <BalanceTable at={to} rows={ends} label={(currency) => t.endsIn({ currency })} bars={bars} />
      <RowsTable
        label={t.ends({ day: periodText(to) })}
        rows={ends}
        rowKey={({ currency }) => currency}
        columns={[
          { head: t.currency, cell: ({ currency }) => currency },
          money(t.owned, 'owned'),
          money(t.arriving, 'arriving'),
          money(t.onItsWay, 'on_its_way'),
          money(t.owed, 'owed'),
          money(t.inBooks, 'in_books'),
        ]}
      />
    </Part>
  );
}

export function Solvency({ report: { solvency } }: Props) {
  const t = useTexts('reports');
  if (solvency === null || solvency.length === 0) return null;
  const bars = (row: (typeof solvency)[number]): readonly Bar[] => [
    [t.owed, row.owed],
    [t.held, row.held],
    [t.declared, row.declared],
  ];
  return (
    <Part title={t.solvency} hint={t.solvencyHint}>
      <BalanceTable
        at={t.now}
        rows={solvency}
        label={(currency) => t.solvencyIn({ currency })}
        bars={bars}
      />
      <RowsTable
        label={t.solvency}
        rows={solvency}
        rowKey={({ currency }) => currency}
        columns={[
          { head: t.currency, cell: ({ currency }) => currency },
          money(t.owed, 'owed'),
          money(t.held, 'held'),
          money(t.declared, 'declared'),
          money(t.rest, 'rest'),
        ]}
      />
    </Part>
  );
}

type Bar = readonly [name: string, amount: string];

interface BalanceTableProps<Row> {
  /** A day, or a label for the time. */
  readonly at: string;
  readonly rows: readonly Row[];
  readonly label: (currency: string) => string;
  readonly bars: (row: Row) => readonly Bar[];
}

const TONES = ['first', 'second', 'third'] as const;

/** Amounts at one time side by side, for currencies that have any. */
function BalanceTable<Row extends { readonly currency: string }>(props: BalanceTableProps<Row>) {
  const { at, rows, label, bars } = props;
  const some = rows.filter((row) =>
    scaled(bars(row).map(([, amount]) => amount)).units.some((unit) => unit !== 0n),
  );
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {some.map((row) => (
        <Card withBorder key={row.currency}>
          <Bars
            label={label(row.currency)}
            currency={row.currency}
            periods={[at]}
            series={bars(row).map(([name, amount], n): Series => {
              return { name, tone: TONES[n] ?? 'third', values: [amount] };
            })}
          />
        </Card>
      ))}
    </SimpleGrid>
  );
}
