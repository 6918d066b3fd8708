// Shared by the parts of a report: headings, amounts of a currency in each period, and money columns.
import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { sumOf } from '../../shared/amounts.ts';
import type { Column } from '../../shared/ui/tables.tsx';
import { Money } from '../../shared/ui/values.tsx';

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

export interface Dated {
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
