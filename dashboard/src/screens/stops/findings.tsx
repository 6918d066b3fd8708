// On-chain spends without a transfer of ours, and their payments. Transaction IDs are shown in full for comparison.
import { Title } from '@mantine/core';
import { useTexts } from '../../shared/i18n.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import { CopyId, Money } from '../../shared/ui/values.tsx';
import type { Quarantine } from './queries.ts';

export function Findings({ of: quarantines }: { readonly of: readonly Quarantine[] }) {
  const t = useTexts('stops');
  const spends = quarantines.flatMap(({ unknown }) => unknown);
  const lost = quarantines.flatMap((each) => each.lost);
  const kinds: Readonly<Record<string, string>> = {
    ...{ payment: t.payment, output: t.output, number: t.number },
  };
  const whole = (label: string, value: string) => <CopyId value={value} label={label} isWhole />;
  return (
    <>
      {spends.length > 0 && (
        <>
          <Title order={3} size="md">
            {t.spent}
          </Title>
          <RowsTable
            label={t.spent}
            rows={spends}
            rowKey={({ coin, kind, subject, txid }) => `${coin} ${kind} ${subject} ${txid}`}
            columns={[
              { head: t.coin, cell: ({ coin }) => <strong>{coin}</strong> },
              { head: t.kind, cell: ({ kind }) => kinds[kind] ?? kind },
              { head: t.subject, cell: ({ subject }) => whole(t.subject, subject) },
              { head: t.txid, cell: ({ txid }) => whole(t.txid, txid) },
              { head: t.block, cell: ({ block_height: height }) => height ?? t.noBlock },
            ]}
          />
        </>
      )}
      {lost.length > 0 && (
        <>
          <Title order={3} size="md">
            {t.lost}
          </Title>
          <RowsTable
            label={t.lost}
            rows={lost}
            rowKey={({ coin, txid, address, tag }) => `${coin} ${txid} ${address} ${tag}`}
            columns={[
              {
                head: t.amount,
                cell: ({ amount, coin }) => <Money amount={amount} currency={coin} />,
              },
              {
                head: t.address,
                cell: ({ address, tag }) => (
                  <>
                    {whole(t.address, address)} {tag}
                  </>
                ),
              },
              { head: t.txid, cell: ({ txid }) => whole(t.txid, txid) },
            ]}
          />
        </>
      )}
    </>
  );
}
