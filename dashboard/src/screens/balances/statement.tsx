// An account statement for a period: opening balance, postings, closing balance. A closed period never changes.
import { Card, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n.tsx';
import { Filters, MonthFilter, type Span, SpanFilter } from '../../shared/ui/filters.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { FileButtons, Loaded, Page } from '../../shared/ui/page.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';
import { Fact, Facts, Money } from '../../shared/ui/values.tsx';
import { shownZone } from '../../shared/zone.ts';
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
  const show = (changed: Span) => void navigate({ search: { from, to, ...changed } });
  return (
    <Page
      title={t.statement({ currency })}
      back={{ label: t.back, to: '/projects/$project/balances' }}
      actions={<FileButtons href={(form) => statementFile(period, form)} />}
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
        {t.inZone({ zone: shownZone() })}
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
  const { currency } = period;
  const end = (amount: string) => (
    <strong>
      <Money amount={amount} currency={currency} />
    </strong>
  );
  return (
    <Loaded query={useQuery(statementEnds(period))} what={t.closing}>
      {({ opening, closing }) => (
        <Card withBorder>
          <Facts>
            <Fact name={t.opening}>{end(opening)}</Fact>
            <Fact name={t.closing}>{end(closing)}</Fact>
          </Facts>
        </Card>
      )}
    </Loaded>
  );
}

function useColumns(currency: string): Columns<StatementLine> {
  const t = useTexts('balances');
  const types: Readonly<Record<string, string>> = t.referenceTypes;
  return [
    { head: t.booked, time: ({ booked_at: at }) => at, isExact: true },
    { head: t.actionLabel, cell: ({ type }) => types[type] ?? type },
    { head: t.description, cell: ({ description }) => description ?? '–' },
    { head: t.amount, money: ({ amount }) => ({ amount, currency }) },
    { head: t.fee, money: ({ fee }) => (fee === null ? null : { amount: fee, currency }) },
    { head: t.balance, money: ({ balance }) => ({ amount: balance, currency }) },
  ];
}
