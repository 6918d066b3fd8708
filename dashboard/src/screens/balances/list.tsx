// A project's balance in each currency: available, held, and in transit.
import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { Empty, Page, QueryStatus } from '../../shared/ui/page.tsx';
import { type Column, RowsTable } from '../../shared/ui/tables.tsx';
import { Money } from '../../shared/ui/values.tsx';
import { ExchangeDialog } from './exchange-dialog.tsx';
import { type Position, positions } from './queries.ts';

const route = getRouteApi('/app/projects/$project/balances');
const NOTHING = '0.0';

export function BalanceList() {
  const t = useTexts('balances');
  const { project } = route.useParams();
  const query = useQuery(positions(project));
  const canExchange = useCan('createExchangeTransfer');
  const [isExchanging, setExchanging] = useState(false);
  const columns = useColumns();
  const [isAll, setAll] = useState(false);
  const shown = (query.data ?? []).filter((position) => isAll || !isEmpty(position));
  return (
    <Page
      title={t.title}
      actions={canExchange && <Button onClick={() => setExchanging(true)}>{t.exchange}</Button>}
    >
      <Switch
        label={t.all}
        checked={isAll}
        onChange={(event) => setAll(event.currentTarget.checked)}
      />
      <QueryStatus of={query} what={t.title} />
      {query.isSuccess && shown.length === 0 && <Empty text={t.empty} />}
      {shown.length > 0 && (
        <RowsTable
          label={t.title}
          rows={shown}
          columns={columns}
          rowKey={({ currency }) => currency}
          rowLink={({ currency }) => ({
            to: '/projects/$project/balances/$currency',
            params: { project, currency },
          })}
        />
      )}
      {isExchanging && (
        <ExchangeDialog
          project={project}
          positions={query.data ?? []}
          onClose={() => setExchanging(false)}
        />
      )}
    </Page>
  );
}

function isEmpty({ balance, held, arriving, leaving }: Position): boolean {
  return [balance, held, arriving, leaving].every((amount) => amount === NOTHING);
}

function useColumns(): readonly Column<Position>[] {
  const t = useTexts('balances');
  const amount = (name: 'available' | 'held' | 'balance' | 'arriving' | 'leaving') => ({
    head: t[name],
    isAmount: true,
    cell: (position: Position) => <Money amount={position[name]} currency={position.currency} />,
  });
  return [
    { head: t.currency, cell: ({ currency }) => currency },
    amount('available'),
    amount('held'),
    amount('balance'),
    amount('arriving'),
    amount('leaving'),
  ];
}
