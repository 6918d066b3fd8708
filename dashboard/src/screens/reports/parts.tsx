// The parts of a report, each as a chart per currency and as a table. Empty parts are omitted.
import { Card } from '@mantine/core';
import { Bars, usePeriodText } from '../../shared/chart/bars.tsx';
import { useTexts } from '../../shared/i18n.tsx';
import { Empty } from '../../shared/ui/page.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import { Money } from '../../shared/ui/values.tsx';
import { byCurrency, Ends, keyOf, Losses, money, Part, Solvency } from './balance-tables.tsx';
import type { Report } from './queries.ts';

export function Parts({ report }: { readonly report: Report }) {
  const t = useTexts('reports');
  const { sales, fees, network, losses, ends } = report;
  if ([sales, fees, network, losses, ends].every((rows) => rows.length === 0))
    return <Empty text={t.nothing} />;
  return (
    <>
      <Sales report={report} />
      <Fees report={report} />
      <Network report={report} />
      <Spread report={report} />
      <Losses report={report} />
      <Ends report={report} />
      <Solvency report={report} />
    </>
  );
}

interface Props {
  readonly report: Report;
}

function Sales({ report: { sales } }: Props) {
  const t = useTexts('reports');
  const periodText = usePeriodText();
  const types: Readonly<Record<string, string>> = useTexts('common').referenceTypes;
  if (sales.length === 0) return null;
  return (
    <Part title={t.sales} hint={t.salesHint}>
      {byCurrency(sales, ({ credited }) => [credited]).map(({ currency, periods, of }) => (
        <Card withBorder key={currency}>
          <Bars
            label={t.creditedIn({ currency })}
            {...{ currency, periods }}
            series={[{ name: t.credited, tone: 'first', values: of(0) }]}
          />
        </Card>
      ))}
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
            isAmount: true,
            cell: ({ received, coin }) => <Money amount={received} currency={coin} />,
          },
          money(t.credited, 'credited'),
        ]}
      />
    </Part>
  );
}

function Fees({ report: { fees } }: Props) {
  const t = useTexts('reports');
  const periodText = usePeriodText();
  if (fees.length === 0) return null;
  return (
    <Part title={t.fees}>
      {byCurrency(fees, ({ earned }) => [earned]).map(({ currency, periods, of }) => (
        <Card withBorder key={currency}>
          <Bars
            label={t.feesIn({ currency })}
            {...{ currency, periods }}
            series={[{ name: t.earned, tone: 'first', values: of(0) }]}
          />
        </Card>
      ))}
      <RowsTable
        label={t.fees}
        rows={fees}
        rowKey={keyOf}
        columns={[
          { head: t.period, cell: ({ period }) => periodText(period) },
          money(t.earned, 'earned'),
        ]}
      />
    </Part>
  );
}

function Network({ report: { network } }: Props) {
  const t = useTexts('reports');
  const periodText = usePeriodText();
  if (network.length === 0) return null;
  return (
    <Part title={t.network} hint={t.networkHint}>
      {byCurrency(network, ({ charged, paid }) => [charged, paid]).map(
        ({ currency, periods, of }) => (
          <Card withBorder key={currency}>
            <Bars
              label={t.networkIn({ currency })}
              {...{ currency, periods }}
              series={[
                { name: t.charged, tone: 'first', values: of(0) },
                { name: t.paid, tone: 'second', values: of(1) },
              ]}
            />
          </Card>
        ),
      )}
      <RowsTable
        label={t.network}
        rows={network}
        rowKey={keyOf}
        columns={[
          { head: t.period, cell: ({ period }) => periodText(period) },
          money(t.charged, 'charged'),
          money(t.paid, 'paid'),
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
        <Card withBorder>
          <Bars
            label={t.spreadIn({ currency })}
            currency={currency}
            periods={known.map(({ period }) => period)}
            series={[{ name: t.spread, tone: 'first', values: known.map(({ value }) => value) }]}
          />
        </Card>
      )}
      <RowsTable
        label={t.exchanged}
        rows={exchange}
        rowKey={keyOf}
        columns={[
          { head: t.period, cell: ({ period }) => periodText(period) },
          money(t.taken, 'taken'),
          money(t.given, 'given'),
          {
            head: t.valueIn({ currency }),
            isAmount: true,
            cell: ({ value }) =>
              value === null ? '–' : <Money amount={value} currency={currency} />,
          },
        ]}
      />
    </Part>
  );
}
