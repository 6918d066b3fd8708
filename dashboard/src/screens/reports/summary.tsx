// The summary of a period in one currency, with the period before; its chart; and the same lines in each currency.

import { Alert, Card, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { MOVEMENTS } from '../../../../server/src/contract/movements.ts';
import { addDays } from '../../../../server/src/core/time-zone.ts';
import { scaled, sumOf } from '../../shared/amounts.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { Empty, Loading } from '../../shared/ui/page.tsx';
import { type Column, RowsTable } from '../../shared/ui/tables.tsx';
import { Money, moneyText } from '../../shared/ui/values.tsx';
import type { Summary } from './queries.ts';
import classes from './reports.module.css';

const Stacked = lazy(async () => ({
  default: (await import('../../shared/chart/stacked.tsx')).Stacked,
}));

interface Props {
  readonly summary: Summary;
  /** The period before, once it is loaded. */
  readonly before: Summary | undefined;
  /** Whether a line leads to its entries. */
  readonly hasEntries: boolean;
}

export function SummaryView(props: Props) {
  const { summary } = props;
  const t = useTexts('reports');
  if (summary.rows.length === 0) return <Empty text={t.nothing} />;
  return (
    <Stack gap="md">
      {summary.unvalued.length > 0 && (
        <Alert color="yellow">
          {t.unvalued({ currencies: summary.unvalued.join(', '), currency: summary.currency })}
        </Alert>
      )}
      <div className={classes.summary}>
        <Totals {...props} />
        <Chart summary={summary} />
      </div>
      <Currencies {...props} />
    </Stack>
  );
}

type Total = Summary['totals'][number];

const isEnd = (line: string) => line === 'opening' || line === 'closing';
const isZero = (amount: string) => scaled([amount]).units[0] === 0n;

function Totals({ summary, before, hasEntries }: Props) {
  const t = useTexts('reports');
  const { currency } = summary;
  const was = new Map(before?.totals.map(({ line, amount }) => [line, amount]));
  const rows = summary.totals.filter(({ line, amount }) => line !== 'rounding' || !isZero(amount));
  const columns: readonly Column<Total>[] = [
    { head: t.line, cell: ({ line }) => <LineName line={line} hasEntries={hasEntries} /> },
    {
      head: t.thisPeriod,
      money: ({ amount }) => ({ amount, currency }),
    },
    {
      head: t.periodBefore,
      money: ({ line }) => {
        const amount = was.get(line);
        return amount === undefined ? null : { amount, currency };
      },
    },
    {
      head: t.change,
      isAmount: true,
      cell: ({ line, amount }) => (
        <Change now={amount} before={was.get(line)} currency={currency} />
      ),
    },
  ];
  return <RowsTable label={t.totals({ currency })} rows={rows} columns={columns} rowKey={keyOf} />;
}

const keyOf = ({ line }: { readonly line: string }) => line;

interface LineNameProps {
  readonly line: Total['line'];
  readonly hasEntries: boolean;
}

function LineName({ line, hasEntries }: LineNameProps) {
  const t = useTexts('reports');
  const name = t.lines[line];
  if (isEnd(line)) return <strong>{name}</strong>;
  if (!hasEntries || line === 'rounding') return name;
  return (
    <Link to="." search={(filter) => ({ ...filter, line })}>
      {name}
    </Link>
  );
}

interface ChangeProps {
  readonly now: string;
  readonly before: string | undefined;
  readonly currency: string;
}

/** The difference, and its share of the amount before. */
function Change({ now, before, currency }: ChangeProps) {
  const { locale } = useLanguage();
  if (before === undefined) return '–';
  const negative = before.startsWith('-') ? before.slice(1) : `-${before}`;
  const share = shareOf(now, before);
  return (
    <>
      <Money amount={sumOf([now, negative])} currency={currency} isUnitInHead />
      {share !== null && (
        <span className={classes.change}>
          {new Intl.NumberFormat(locale, {
            style: 'percent',
            maximumFractionDigits: 1,
            signDisplay: 'exceptZero',
          }).format(share)}
        </span>
      )}
    </>
  );
}

/** A share as decimal text, in thousandths, rounded toward zero. Null without an amount before. */
function shareOf(now: string, before: string): `${number}` | null {
  const [current = 0n, old = 0n] = scaled([now, before]).units;
  if (old === 0n) return null;
  const thousandths = ((current - old) * 1000n) / (old < 0n ? -old : old);
  const digits = `${thousandths < 0n ? -thousandths : thousandths}`.padStart(4, '0');
  const sign = thousandths < 0n ? '-' : '';
  return `${sign}${digits.slice(0, -3)}.${digits.slice(-3)}` as `${number}`;
}

const PREFIXES = { day: 10, month: 7, year: 4 } as const;

/** Includes periods without movements, so that the time axis is uniform. */
function everyPeriod({ from, to, by }: Summary): readonly string[] {
  const names = new Set<string>();
  for (let day = from; day <= to; day = addDays(day, 1)) names.add(day.slice(0, PREFIXES[by]));
  return [...names];
}

function Chart({ summary }: Pick<Props, 'summary'>) {
  const { periods, currency } = summary;
  const t = useTexts('reports');
  const { locale } = useLanguage();
  if (periods.length === 0) return null;
  const names = everyPeriod(summary);
  const amountIn = new Map(periods.map((row) => [`${row.period} ${row.line}`, row.amount]));
  const series = MOVEMENTS.map((line) => ({
    name: t.lines[line],
    values: names.map((period) => amountIn.get(`${period} ${line}`) ?? '0'),
  })).filter(({ values }) => !values.every(isZero));
  return (
    <Card withBorder>
      <Suspense fallback={<Loading what={t.chart({ currency })} />}>
        <Stacked
          label={t.chart({ currency })}
          periodLabel={t.period}
          periods={names}
          series={series}
          textOf={(amount) => moneyText(locale, { amount, currency })}
        />
      </Suspense>
    </Card>
  );
}

/** On a phone, where each line is a card of all currencies, it starts folded. */
const isWide = () => window.matchMedia('(min-width: 48em)').matches;

/** Each line in each currency, with the rate of the values. */
function Currencies({ summary, hasEntries }: Props) {
  const t = useTexts('reports');
  const { locale } = useLanguage();
  const { rows, rates, currency: into } = summary;
  const codes = rates.map(({ currency }) => currency);
  const amounts = new Map(rows.map((row) => [`${row.currency} ${row.line}`, row.amount]));
  const lines = ['opening', ...MOVEMENTS, 'closing'] as const;
  const used = lines.filter(
    (line) => isEnd(line) || rows.some((row) => row.line === line && row.count !== 0),
  );
  const valued = rates.flatMap(({ currency, rate }) =>
    rate === null || currency === into
      ? []
      : [`1 ${currency} = ${moneyText(locale, { amount: rate, currency: into })}`],
  );
  return (
    <details className={classes.fold} open={isWide()}>
      <summary>
        <Title order={2}>{t.inEachCurrency}</Title>
      </summary>
      <RowsTable
        label={t.inEachCurrency}
        rows={used.map((line) => ({ line }))}
        rowKey={keyOf}
        columns={[
          { head: t.line, cell: ({ line }) => <LineName line={line} hasEntries={hasEntries} /> },
          ...codes.map((code) => ({
            head: code,
            isAmount: true,
            cell: ({ line }: { readonly line: Total['line'] }) => {
              const amount = amounts.get(`${code} ${line}`) ?? '0';
              if (isZero(amount) && !isEnd(line)) return '–';
              return <Money amount={amount} currency={code} isShort isUnitInHead />;
            },
          })),
        ]}
      />
      {valued.length > 0 && (
        <Text c="dimmed" mt="xs">
          {t.rates({ rates: valued.join(', ') })}
        </Text>
      )}
    </details>
  );
}
