// Arrivals of tokens that this instance has not configured: to answer a customer who asks, never to act on.
import { Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '../../shared/i18n.tsx';
import { CopyId } from '../../shared/ui/copy-id.tsx';
import { Failed } from '../../shared/ui/failed.tsx';
import { RowsTable } from '../../shared/ui/rows-table.tsx';
import { When } from '../../shared/ui/when.tsx';
import { unknownTokens } from './queries.ts';
import { unknownTokenMessages } from './unknown-token-messages.ts';

/** Nothing while there are none. */
export function UnknownTokenList() {
  const t = useMessages(unknownTokenMessages);
  const query = useQuery(unknownTokens);
  if (query.isError)
    return <Failed error={query.error} what={t.title} onRetry={() => void query.refetch()} />;
  const { arrivals = [], omitted = [] } = query.data ?? {};
  if (arrivals.length + omitted.length === 0) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label={t.title}>
      <Title order={2} size="h3" mb="sm">
        {t.title}
      </Title>
      <Text c="dimmed">{t.about}</Text>
      <RowsTable
        label={t.title}
        rows={arrivals}
        rowKey={({ coin, txid, contract, address }) => [coin, txid, contract, address].join(' ')}
        columns={[
          { head: t.time, cell: ({ seen_at }) => <When at={seen_at} /> },
          { head: t.network, cell: ({ coin }) => coin },
          {
            head: t.contract,
            cell: ({ contract }) => <CopyId value={contract} label={t.contract} />,
          },
          { head: t.amount, isAmount: true, cell: ({ amount }) => amount },
          { head: t.address, cell: ({ address }) => <CopyId value={address} label={t.address} /> },
          {
            head: t.transaction,
            cell: ({ txid }) => <CopyId value={txid} label={t.transaction} />,
          },
          {
            head: t.project,
            cell: (row) => row.project_id && <CopyId value={row.project_id} label={t.project} />,
          },
        ]}
      />
      {omitted.map(({ coin, day, arrivals: more }) => (
        <Text key={`${coin} ${day}`} size="sm">
          {day}, {coin}, {t.more(more)}
        </Text>
      ))}
    </Paper>
  );
}
