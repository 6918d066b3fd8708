// Money in and out over the last thirty days, and the results of the invoices created in them.
import { Card, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sumOf } from '../../shared/amounts.ts';
import { Bars } from '../../shared/chart/bars.tsx';
import { DAY } from '../../shared/clock.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { Failed, Titled } from '../../shared/ui/page.tsx';
import { type Flows, flowsOf } from './queries.ts';

interface Props {
  readonly project: string | undefined;
  readonly currency: string;
}

export function FlowsOfDays({ project, currency }: Props) {
  const t = useTexts('home');
  const flows = useQuery(flowsOf(project, currency));
  if (flows.isError) return <Failed error={flows.error} what={t.last30Days} />;
  if (
    flows.data === undefined ||
    (flows.data.days.length === 0 && flows.data.invoices.length === 0)
  )
    return null;
  return (
    <Titled title={t.last30Days}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
        <Money flows={flows.data} />
        <Conversion flows={flows.data} />
      </SimpleGrid>
    </Titled>
  );
}

/** Includes days without activity, so that the time axis is uniform. */
function everyDay({ from, to }: Flows): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

function Money({ flows }: { readonly flows: Flows }) {
  const t = useTexts('home');
  const { days, currency } = flows;
  if (days.length === 0) return null;
  const periods = everyDay(flows);
  const values = (worth: (row: Flows['days'][number]) => string | null) =>
    periods.map((period) =>
      sumOf(days.filter(({ day }) => day === period).map((row) => worth(row) ?? '0')),
    );
  const isWhole = days.every((row) => row.credited_value !== null && row.debited_value !== null);
  return (
    <Card withBorder>
      <Bars
        label={t.inAndOut({ currency })}
        {...{ currency, periods }}
        series={[
          { name: t.moneyIn, tone: 'first', values: values((row) => row.credited_value) },
          { name: t.moneyOut, tone: 'second', values: values((row) => row.debited_value) },
        ]}
      />
      {!isWhole && <Text c="dimmed">{t.notWhole}</Text>}
    </Card>
  );
}

function Conversion({ flows }: { readonly flows: Flows }) {
  const t = useTexts('home');
  const { invoices } = flows;
  if (invoices.length === 0) return null;
  const periods = everyDay(flows);
  const counted = (isIt: (status: string) => boolean) =>
    periods.map((period) =>
      invoices
        .filter(({ day, status }) => day === period && isIt(status))
        .reduce((sum, { count }) => sum + count, 0),
    );
  const total = (counts: readonly number[]) => counts.reduce((sum, each) => sum + each, 0);
  const [made, paid, expired] = [
    counted(() => true),
    counted((status) => status === 'completed'),
    counted((status) => status === 'cancelled' || status === 'expired'),
  ];
  return (
    <Card withBorder>
      <Stack gap="xs">
        <Bars
          label={t.invoices}
          currency={null}
          periods={periods}
          series={[
            { name: t.made, tone: 'third', values: made.map(String) },
            { name: t.paid, tone: 'first', values: paid.map(String) },
            { name: t.expired, tone: 'second', values: expired.map(String) },
          ]}
        />
        <Text size="sm">
          {t.conversion({ made: total(made), paid: total(paid), expired: total(expired) })}
        </Text>
      </Stack>
    </Card>
  );
}
