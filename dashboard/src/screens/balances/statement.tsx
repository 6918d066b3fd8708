// An account statement for a period: opening balance, postings, closing balance. A closed period never changes.
import { Button, Card, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n.tsx';
import { Filters, MonthFilter, SpanFilter } from '../../shared/ui/filters.tsx';
import { Page, QueryStatus } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { Fact, Facts, Money, When } from '../../shared/ui/values.tsx';
import {
  type Period,
  type StatementLine,
  statementEnds,
  statementFile,
  statementLines,
} from './queries.ts';

const route = getRouteApi('/app/projects/$project/balances/$currency');

export function Statement() {
  const t = useTexts('balances');
  const { project, currency } = route.useParams();
  const { from, to } = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/balances/$currency' });
  const period: Period = { project, currency, from, to };
  const show = (changed: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  }) => void navigate({ search: { from, to, ...changed } });
  const file = (form: 'csv' | 'xlsx', label: string) => (
    <Button component="a" variant="default" href={statementFile(period, form)} download>
      {label}
    </Button>
  );
  const back = {
    label: t.back,
    link: { to: '/projects/$project/balances', params: { project } },
  } as const;
  return (
    <Page
      title={t.statement({ currency })}
      back={back}
      actions={
        <Group gap="sm">
          {file('csv', t.csvFile)}
          {file('xlsx', t.xlsxFile)}
        </Group>
      }
    >
      <Filters>
        <MonthFilter
          label={t.month}
          {...{ from, to }}
          onChange={(month) => show({ from: undefined, to: undefined, ...month })}
        />
        <SpanFilter of={{ from, to }} onChange={show} />
      </Filters>
      <Text c="dimmed" size="sm">
        {t.inUtc}
      </Text>
      <Ends period={period} />
      <ListTable
        label={t.statement({ currency })}
        list={statementLines(period)}
        columns={useColumns(currency)}
        empty={t.noLines}
      />
    </Page>
  );
}

function Ends({ period }: { readonly period: Period }) {
  const t = useTexts('balances');
  const query = useQuery(statementEnds(period));
  const { currency } = period;
  if (!query.isSuccess) return <QueryStatus of={query} what={t.closing} />;
  return (
    <Card withBorder>
      <Facts>
        <Fact name={t.opening}>
          <strong>
            <Money amount={query.data.opening} currency={currency} />
          </strong>
        </Fact>
        <Fact name={t.closing}>
          <strong>
            <Money amount={query.data.closing} currency={currency} />
          </strong>
        </Fact>
      </Facts>
    </Card>
  );
}

function useColumns(currency: string): readonly Column<StatementLine>[] {
  const t = useTexts('balances');
  const types: Readonly<Record<string, string>> = useTexts('common').referenceTypes;
  return [
    {
      head: t.booked,
      cell: ({ booked_at: at }) => (at === null ? '–' : <When at={at} zone="UTC" />),
    },
    { head: t.actionLabel, cell: ({ type }) => types[type] ?? type },
    { head: t.description, cell: ({ description }) => description ?? '–' },
    {
      head: t.amount,
      isAmount: true,
      cell: ({ amount }) => <Money amount={amount} currency={currency} />,
    },
    {
      head: t.fee,
      isAmount: true,
      cell: ({ fee }) => (fee === null ? '–' : <Money amount={fee} currency={currency} />),
    },
    {
      head: t.balance,
      isAmount: true,
      cell: ({ balance }) => <Money amount={balance} currency={currency} />,
    },
  ];
}
