// The parts of a report, each as a chart per currency and as a table. Empty parts are omitted.
import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { scaled, sumOf } from '../../shared/amounts.ts';
import { Bars, usePeriodText } from '../../shared/chart/bars.tsx';
import { useTexts } from '../../shared/i18n.tsx';
import { Empty } from '../../shared/ui/page.tsx';
import { amountColumn, RowsTable } from '../../shared/ui/tables.tsx';
import type { Report } from './queries.ts';

export function Parts({ report }: Props) {
  const t = useTexts('reports');
  const { sales, fees, network, losses, ends } = report;
  if ([sales, fees, network, losses, ends].every((rows) => rows.length === 0))
    return <Empty text={t.nothing} />;
  return (
    <>
      <Sales report={report} />
      <DatedPart title={t.fees} rows={fees} label={t.feesIn} amounts={[['earned', t.earned]]} />
      <DatedPart
        title={t.network}
        hint={t.networkHint}
        rows={network}
        label={t.networkIn}
        amounts={[
          ['charged', t.charged],
          ['paid', t.paid],
        ]}
      />
      <Spread report={report} />
      <DatedPart
        title={t.losses}
        rows={losses}
        label={t.lossesIn}
        amounts={[
          ['lost', t.lost],
          ['restored', t.restored],
        ]}
      />
      <Ends report={report} />
      <Solvency report={report} />
    </>
  );
}

interface Props {
  readonly report: Report;
}

interface PartProps {
  readonly title: string;
  readonly hint?: string | undefined;
  readonly children: ReactNode;
}

function Part({ title, hint, children }: PartProps) {
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

type Amounts<Name extends string> = readonly (readonly [name: Name, label: string])[];
type With<Name extends string> = { readonly [K in Name]: string };

const keyOf = (row: Dated) => `${row.period} ${row.currency}`;
const TONES = ['first', 'second', 'third'] as const;

interface ChartsProps<Row, Name extends string> {
  readonly rows: readonly Row[];
  readonly label: (values: { currency: string }) => string;
  readonly amounts: Amounts<Name>;
}

/** One chart per currency, with the amounts of each period. */
function Charts<Name extends string>(props: ChartsProps<Dated & With<Name>, Name>) {
  const { rows, label, amounts } = props;
  const periods = [...new Set(rows.map(({ period }) => period))].sort();
  return [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const sumIn = (period: string, name: Name) => {
      const same = rows.filter((row) => row.period === period && row.currency === currency);
      return sumOf(same.map((row) => row[name]));
    };
    return (
      <Card withBorder key={currency}>
        <Bars
          label={label({ currency })}
          {...{ currency, periods }}
          series={amounts.map(([name, text], n) => ({
            name: text,
            tone: TONES[n] ?? 'third',
            values: periods.map((period) => sumIn(period, name)),
          }))}
        />
      </Card>
    );
  });
}

interface DatedProps<Name extends string> extends ChartsProps<Dated & With<Name>, Name> {
  readonly title: string;
  readonly hint?: string;
}

/** Amounts of each period as charts, and the same amounts as a table. */
function DatedPart<const Name extends string>(props: DatedProps<Name>) {
  const { title, hint, rows, amounts } = props;
  const t = useTexts('reports');
  const periodText = usePeriodText();
  if (rows.length === 0) return null;
  return (
    <Part title={title} hint={hint}>
      <Charts {...props} />
      <RowsTable
        label={title}
        rows={rows}
        rowKey={keyOf}
        columns={[
          { head: t.period, cell: ({ period }) => periodText(period) },
          ...amounts.map(([name, label]) => amountColumn(label, name)),
        ]}
      />
    </Part>
  );
}

function Sales({ report: { sales } }: Props) {
  const t = useTexts('reports');
  const periodText = usePeriodText();
  const types: Readonly<Record<string, string>> = t.referenceTypes;
  if (sales.length === 0) return null;
  return (
    <Part title={t.sales} hint={t.salesHint}>
      <Charts rows={sales} label={t.creditedIn} amounts={[['credited', t.credited]]} />
      <RowsTable
        label={t.sales}
        rows={sales}
        rowKey={(row) => `${keyOf(row)} ${row.type} ${row.coin}`}
        columns={[
          { head: t.period, cell: ({ period }) => periodText(period) },
          { head: t.type, cell: ({ type }) => types[type] ?? type },
          { head: t.count, isAmount: true, cell: ({ count }) => count },
          {
            head: t.received,
            money: ({ received, coin }) => ({ amount: received, currency: coin }),
          },
          amountColumn(t.credited, 'credited'),
        ]}
      />
    </Part>
  );
}

function Spread({ report: { spread, exchange, currency } }: Props) {
  const t = useTexts('reports');
  const periodText = usePeriodText();
  if (exchange.length === 0) return null;
  const known = spread.flatMap(({ period, value }) => (value === null ? [] : [{ period, value }]));
  return (
    <Part title={t.spread} hint={t.spreadHint}>
      {known.length > 0 && (
        <Charts
          rows={known.map((row) => ({ ...row, currency }))}
          label={t.spreadIn}
          amounts={[['value', t.spread]]}
        />
      )}
      <RowsTable
        label={t.exchanged}
        rows={exchange}
        rowKey={keyOf}
        columns={[
          { head: t.period, cell: ({ period }) => periodText(period) },
          amountColumn(t.taken, 'taken'),
          amountColumn(t.given, 'given'),
          {
            head: t.valueIn({ currency }),
            money: ({ value }) => (value === null ? null : { amount: value, currency }),
          },
        ]}
      />
    </Part>
  );
}

function Ends({ report: { ends, to } }: Props) {
  const t = useTexts('reports');
  return (
    <BalancePart
      title={t.ends({ day: usePeriodText()(to) })}
      at={to}
      rows={ends}
      label={t.endsIn}
      amounts={[
        ['owned', t.owned],
        ['arriving', t.arriving],
        ['on_its_way', t.onItsWay],
      ]}
      others={[
        ['owed', t.owed],
        ['in_books', t.inBooks],
      ]}
    />
  );
}

function Solvency({ report: { solvency } }: Props) {
  const t = useTexts('reports');
  return (
    <BalancePart
      title={t.solvency}
      hint={t.solvencyHint}
      at={t.now}
      rows={solvency ?? []}
      label={t.solvencyIn}
      amounts={[
        ['owed', t.owed],
        ['held', t.held],
        ['declared', t.declared],
      ]}
      others={[['rest', t.rest]]}
    />
  );
}

type Balance = { readonly currency: string };

interface BalanceProps<Name extends string> extends ChartsProps<Balance & With<Name>, Name> {
  readonly title: string;
  readonly hint?: string;
  /** A day, or a label for the time. */
  readonly at: string;
  /** Amounts for the table only. */
  readonly others: Amounts<Name>;
}

/** Amounts at one time side by side, for currencies that have any, and all of them as a table. */
function BalancePart<const Name extends string>(props: BalanceProps<Name>) {
  const { title, hint, at, rows, label, amounts, others } = props;
  const t = useTexts('reports');
  if (rows.length === 0) return null;
  const some = rows.filter((row) =>
    scaled(amounts.map(([name]) => row[name])).units.some((unit) => unit !== 0n),
  );
  return (
    <Part title={title} hint={hint}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Charts rows={some.map((row) => ({ ...row, period: at }))} {...{ label, amounts }} />
      </SimpleGrid>
      <RowsTable
        label={title}
        rows={rows}
        rowKey={({ currency }) => currency}
        columns={[
          { head: t.currency, cell: ({ currency }) => currency },
          ...[...amounts, ...others].map(([name, text]) => amountColumn(text, name)),
        ]}
      />
    </Part>
  );
}
