// Coins with paused transfers, since when and why, and the findings on their chains.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { useQuarantineCause } from '../../shared/reason-texts.ts';
import { useCan } from '../../shared/session.ts';
import { Empty, Failed, Loading } from '../../shared/ui/page.tsx';
import { type Column, RowsTable } from '../../shared/ui/tables.tsx';
import { When } from '../../shared/ui/values.tsx';
import { EndDialog } from './end-dialog.tsx';
import { Findings } from './findings.tsx';
import { type Quarantine, quarantineList } from './queries.ts';

export function Quarantines({ onDone }: { readonly onDone: () => Promise<unknown> }) {
  const t = useTexts('stops');
  const canEnd = useCan('quarantine.end');
  const causeText = useQuarantineCause();
  const reasonText = ({ reason, code, facts }: Quarantine) => reason ?? causeText(code, facts);
  const query = useQuery(quarantineList);
  const [ending, setEnding] = useState<Quarantine>();
  if (query.isPending) return <Loading what={t.quarantines} />;
  if (query.isError) return <Failed error={query.error} what={t.quarantines} />;
  if (query.data.length === 0) return <Empty text={t.noQuarantines} />;
  const end: Column<Quarantine> = {
    head: t.end,
    cell: (quarantine) => (
      <Button size="xs" variant="default" onClick={() => setEnding(quarantine)}>
        {t.endAction}
      </Button>
    ),
  };
  return (
    <>
      <RowsTable
        label={t.quarantines}
        rows={query.data}
        rowKey={({ coin }) => coin}
        columns={[
          { head: t.coin, cell: ({ coin }) => <strong>{coin}</strong> },
          { head: t.reason, cell: reasonText },
          { head: t.since, cell: ({ began_at: at }) => <When at={at} /> },
          {
            head: t.reconciled,
            cell: ({ reconciled_at: at }) => (at === null ? t.notYet : <When at={at} />),
          },
          { head: t.unknown, cell: ({ unknown, lost }) => unknown.length + lost.length },
          ...(canEnd ? [end] : []),
        ]}
      />
      <Findings of={query.data} />
      {ending !== undefined && (
        <EndDialog quarantine={ending} onDone={onDone} onClose={() => setEnding(undefined)} />
      )}
    </>
  );
}
