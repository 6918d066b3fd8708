// The tabs of a report beside the summary: sales, what the operator earned and lost, network fees, and coins. Totals of
// the period, from the ledger.
import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { sumOf } from '../../shared/amounts.ts';
import { usePeriodText } from '../../shared/chart/bars.tsx';
import { useTexts } from '../../shared/i18n.tsx';
import { Empty } from '../../shared/ui/page.tsx';
import { amountColumn, type Column, RowsTable } from '../../shared/ui/tables.tsx';
import type { Report, Tab } from './queries.ts';

interface Props {
  readonly report: Report;
}

const PARTS = { sales: Sales, fees: Fees, network: Network, coins: Coins };

export function Details({ report, tab }: Props & { readonly tab: Exclude<Tab, 'summary'> }) {
  const Part = PARTS[tab];
  return (
    <Stack gap="lg">
      <Part report={report} />
    </Stack>
  );
}

interface PartProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

function Part({ title, hint, children }: PartProps) {
  return (
    <Stack component="section" gap="xs">
      <Title order={2}>{title}</Title>
      {hint !== undefined && <Text c="dimmed">{hint}</Text>}
      {children}
    </Stack>
  );
}

/** One row per key, with the sums of the named amounts over all periods. */
function summed<Row extends object, Name extends keyof Row & string>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  names: readonly Name[],
): Row[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const sums = names.map((name) => [name, sumOf(group.map((row) => String(row[name])))] as const);
    return [{ ...first, ...Object.fromEntries(sums) }];
  });
}

const currencyOf = ({ currency }: { readonly currency: string }) => currency;

interface AmountsProps<Name extends string> extends Omit<PartProps, 'children'> {
  readonly rows: readonly ({ readonly currency: string } & { readonly [K in Name]: string })[];
  readonly amounts: readonly (readonly [name: Name, label: string])[];
}

/** Amounts by currency. Nothing, if there are none. */
function AmountsPart<const Name extends string>(props: AmountsProps<Name>) {
  const { rows, amounts, ...part } = props;
  const t = useTexts('reports');
  if (rows.length === 0) return null;
  const names = amounts.map(([name]) => name);
  return (
    <Part {...part}>
      <RowsTable
        label={part.title}
        rows={summed(rows, currencyOf, names)}
        rowKey={currencyOf}
        columns={[
          { head: t.currency, cell: currencyOf },
          ...amounts.map(([name, label]) => amountColumn(label, name)),
        ]}
      />
    </Part>
  );
}

type Sale = Report['sales'][number];

/** By what keeps its own row: the type of sale, or only the coin. */
function SalesTable({ report, byType }: Props & { readonly byType: boolean }) {
  const t = useTexts('reports');
  const types: Readonly<Record<string, string>> = t.referenceTypes;
  // A refund is not a sale: the summary has a line of its own for it.
  const sales = report.sales.filter(({ type }) => type !== 'InvoiceRefund');
  const keyOf = ({ type, coin, currency }: Sale) =>
    [...(byType ? [type] : []), coin, currency].join(' ');
  const rows = summed(sales, keyOf, ['count', 'received', 'credited']);
  if (rows.length === 0) return <Empty text={t.nothing} />;
  const typed: Column<Sale>[] = byType
    ? [{ head: t.type, cell: ({ type }) => types[type] ?? type }]
    : [];
  return (
    <RowsTable
      label={byType ? t.sales : t.byCoin}
      rows={rows}
      rowKey={keyOf}
      columns={[
        ...typed,
        { head: t.coin, cell: ({ coin }) => coin },
        { head: t.count, isAmount: true, cell: ({ count }) => count },
        { head: t.received, money: ({ received, coin }) => ({ amount: received, currency: coin }) },
        amountColumn(t.credited, 'credited'),
      ]}
    />
  );
}

function Sales({ report }: Props) {
  const t = useTexts('reports');
  return (
    <Part title={t.sales} hint={t.salesHint}>
      <SalesTable report={report} byType />
    </Part>
  );
}

function Fees({ report }: Props) {
  const t = useTexts('reports');
  const { fees, losses } = report;
  if (fees.length + losses.length + report.exchange.length === 0) return <Empty text={t.nothing} />;
  return (
    <>
      <AmountsPart title={t.fees} hint={t.feesHint} rows={fees} amounts={[['earned', t.earned]]} />
      <Spread report={report} />
      <AmountsPart
        title={t.losses}
        rows={losses}
        amounts={[
          ['lost', t.lost],
          ['restored', t.restored],
        ]}
      />
    </>
  );
}

function Spread({ report: { exchange, currency } }: Props) {
  const t = useTexts('reports');
  if (exchange.length === 0) return null;
  const valued = exchange.map((row) => ({ ...row, value: row.value ?? '' }));
  const isKnown = (code: string) =>
    valued.every((row) => row.currency !== code || row.value !== '');
  return (
    <Part title={t.spread} hint={t.spreadHint}>
      <RowsTable
        label={t.spread}
        rows={summed(valued, currencyOf, ['taken', 'given', 'value'])}
        rowKey={currencyOf}
        columns={[
          { head: t.currency, cell: currencyOf },
          amountColumn(t.taken, 'taken'),
          amountColumn(t.given, 'given'),
          {
            head: t.valueIn({ currency }),
            money: (row) => (isKnown(row.currency) ? { amount: row.value, currency } : null),
          },
        ]}
      />
    </Part>
  );
}

function Network({ report: { network } }: Props) {
  const t = useTexts('reports');
  if (network.length === 0) return <Empty text={t.nothing} />;
  return (
    <AmountsPart
      title={t.network}
      hint={t.networkHint}
      rows={network}
      amounts={[
        ['charged', t.charged],
        ['paid', t.paid],
      ]}
    />
  );
}

function Coins({ report }: Props) {
  const t = useTexts('reports');
  const day = usePeriodText()(report.to);
  return (
    <>
      <Part title={t.byCoin} hint={t.salesHint}>
        <SalesTable report={report} byType={false} />
      </Part>
      <AmountsPart
        title={t.ends({ day })}
        rows={report.ends}
        amounts={[
          ['owned', t.owned],
          ['arriving', t.arriving],
          ['on_its_way', t.onItsWay],
          ['owed', t.owed],
          ['in_books', t.inBooks],
        ]}
      />
      <AmountsPart
        title={t.solvency}
        hint={t.solvencyHint}
        rows={report.solvency ?? []}
        amounts={[
          ['owed', t.owed],
          ['held', t.held],
          ['declared', t.declared],
          ['rest', t.rest],
        ]}
      />
    </>
  );
}
