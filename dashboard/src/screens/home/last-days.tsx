// The last thirty days: amounts received and paid out by day, and how many invoices were paid.
import { Card, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sumOf } from '../../shared/amounts.ts';
import { Bars } from '../../shared/chart/bars.tsx';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { Loaded } from '../../shared/ui/page.tsx';
import { Money } from '../../shared/ui/values.tsx';
import classes from './home.module.css';
import { daysIn, type Flows, flowsOf } from './queries.ts';

interface Props {
  readonly project: string | undefined;
  readonly currency: string;
}

export function LastDays({ project, currency }: Props) {
  const t = useTexts('home');
  return (
    <Card withBorder component="section" aria-label={t.last30Days}>
      <Loaded query={useQuery(flowsOf(project, currency))} what={t.last30Days}>
        {(flows) => <Volume flows={flows} />}
      </Loaded>
    </Card>
  );
}

function Volume({ flows }: { readonly flows: Flows }) {
  const t = useTexts('home');
  const { days, currency } = flows;
  const received = days.map((row) => row.credited_value ?? '0');
  const periods = daysIn(flows);
  const byDay = (worth: (row: Flows['days'][number]) => string | null) =>
    periods.map((period) =>
      sumOf(days.filter(({ day }) => day === period).map((row) => worth(row) ?? '0')),
    );
  const isWhole = days.every((row) => row.credited_value !== null && row.debited_value !== null);
  return (
    <>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Text c="dimmed">{t.received}</Text>
          <p className={classes.total}>
            <Money amount={sumOf(received)} currency={currency} />
          </p>
        </div>
        <Conversion invoices={flows.invoices} />
      </Group>
      {days.length > 0 && (
        <Bars
          label={t.inAndOut({ currency })}
          {...{ currency, periods }}
          series={[
            { name: t.moneyIn, tone: 'first', values: byDay((row) => row.credited_value) },
            { name: t.moneyOut, tone: 'second', values: byDay((row) => row.debited_value) },
          ]}
        />
      )}
      {!isWhole && <Text c="dimmed">{t.notWhole}</Text>}
    </>
  );
}

function Conversion({ invoices }: Pick<Flows, 'invoices'>) {
  const t = useTexts('home');
  const percent = new Intl.NumberFormat(useLanguage().locale, { style: 'percent' });
  const counted = (some: Flows['invoices']) => some.reduce((sum, { count }) => sum + count, 0);
  const created = counted(invoices);
  if (created === 0) return null;
  const paid = counted(invoices.filter(({ status }) => status === 'completed'));
  return (
    <div className={classes.conversion}>
      <Text c="dimmed">{t.invoicesPaid}</Text>
      <p className={classes.total}>{percent.format(paid / created)}</p>
      <Text size="sm" c="dimmed">
        {t.paidOf({ paid, created })}
      </Text>
    </div>
  );
}
