// Liabilities by currency, and what covers them: wallets, and declared external holdings.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../shared/i18n.tsx';
import { Empty, QueryStatus } from '../../shared/ui/page.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import { Money } from '../../shared/ui/values.tsx';
import { type Position, solvency } from './queries.ts';

export function Solvency() {
  const t = useTexts('books');
  const { labelled } = useTexts('common');
  const query = useQuery(solvency);
  if (!query.isSuccess) return <QueryStatus of={query} what={t.solvency} />;
  const { positions, rest } = query.data;
  const amount = (name: 'owed' | 'held' | 'declared' | 'rest', head: string) => ({
    head,
    isAmount: true,
    cell: (row: Position) => <Money amount={row[name]} currency={row.currency} />,
  });
  return (
    <>
      {positions.length === 0 ? (
        <Empty text={t.nothingOwed} />
      ) : (
        <RowsTable
          label={t.solvency}
          rows={positions}
          rowKey={({ currency }) => currency}
          columns={[
            { head: t.currency, cell: ({ currency }) => <strong>{currency}</strong> },
            amount('owed', t.owed),
            amount('held', t.inWallets),
            amount('declared', t.declared),
            amount('rest', t.rest),
          ]}
        />
      )}
      <Text>
        {labelled({ label: t.whenPaidOut, value: '' })}
        {rest === null ? t.noRates : <Money {...rest} />}
      </Text>
    </>
  );
}
