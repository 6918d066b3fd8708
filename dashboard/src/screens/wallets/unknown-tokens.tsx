// Arrivals of tokens that this instance has not configured, to answer customers' questions. No action is possible.
import { Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../shared/i18n.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import { CopyId, When } from '../../shared/ui/values.tsx';
import { unknownTokens } from './queries.ts';

/** Renders nothing while there are none. */
export function UnknownTokenList() {
  const t = useTexts('wallets');
  const query = useQuery(unknownTokens);
  if (query.isError)
    return (
      <Failed error={query.error} what={t.unknownTokenTitle} onRetry={() => void query.refetch()} />
    );
  const { arrivals = [], omitted = [] } = query.data ?? {};
  if (arrivals.length + omitted.length === 0) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label={t.unknownTokenTitle}>
      <Title order={2} size="h3" mb="sm">
        {t.unknownTokenTitle}
      </Title>
      <Text c="dimmed">{t.unknownTokenAbout}</Text>
      <RowsTable
        label={t.unknownTokenTitle}
        rows={arrivals}
        rowKey={({ coin, txid, contract, address }) => [coin, txid, contract, address].join(' ')}
        columns={[
          { head: t.time, cell: ({ seen_at }) => <When at={seen_at} /> },
          { head: t.network, cell: ({ coin }) => coin },
          {
            head: t.contract,
            cell: ({ contract }) => <CopyId value={contract} label={t.contract} />,
          },
          { head: t.unknownTokenAmount, isAmount: true, cell: ({ amount }) => amount },
          {
            head: t.unknownTokenAddress,
            cell: ({ address }) => <CopyId value={address} label={t.unknownTokenAddress} />,
          },
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
          {day}, {coin}, {t.more({ count: more })}
        </Text>
      ))}
    </Paper>
  );
}
