// Coins with paused transfers, since when and why, and the findings on their chains.
import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, operator } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useQuarantineCause } from '../../shared/reason-texts.ts';
import { useCan, useProjectChoices, useProjectName } from '../../shared/session.ts';
import { RowButton } from '../../shared/ui/buttons.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { Empty, QueryStatus } from '../../shared/ui/page.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import { Findings } from './pauses.tsx';
import { PAUSES, type Quarantine, quarantineList } from './queries.ts';

export function Quarantines() {
  const t = useTexts('pauses');
  const canEnd = useCan('quarantine.end');
  const causeText = useQuarantineCause();
  const query = useQuery(quarantineList);
  const [ending, setEnding] = useState<Quarantine>();
  if (!query.isSuccess) return <QueryStatus of={query} what={t.quarantines} />;
  if (query.data.length === 0) return <Empty text={t.noQuarantines} />;
  return (
    <>
      <RowsTable
        label={t.quarantines}
        rows={query.data}
        rowKey={({ coin }) => coin}
        columns={[
          { head: t.coin, cell: ({ coin }) => <strong>{coin}</strong> },
          { head: t.reason, cell: ({ reason, code, facts }) => reason ?? causeText(code, facts) },
          { head: t.since, time: ({ began_at: at }) => at },
          { head: t.reconciled, time: ({ reconciled_at: at }) => at, none: t.notYet },
          { head: t.unknown, cell: ({ unknown, lost }) => unknown.length + lost.length },
          canEnd && {
            head: t.endLabel,
            cell: (quarantine) => (
              <RowButton onClick={() => setEnding(quarantine)}>{t.endButton}</RowButton>
            ),
          },
        ]}
      />
      <Findings of={query.data} />
      {ending !== undefined && (
        <EndDialog quarantine={ending} onClose={() => setEnding(undefined)} />
      )}
    </>
  );
}

interface Props {
  readonly what: 'pause' | 'quarantine';
  readonly onClose: () => void;
}

/** Pauses the payouts of a project, or all transfers of a coin, with a reason. */
export function BeginDialog({ what, onClose }: Props) {
  const t = useTexts('pauses');
  const projects = useProjectChoices();
  const nameOf = useProjectName();
  const [project, setProject] = useState(projects[0]?.value ?? '');
  const [coin, setCoin] = useState('');
  const isPause = what === 'pause';
  const begin = async (reason: string) => {
    const value = isPause ? nameOf(project) : coin;
    const confirms = t.labelled({ label: t[what], value });
    if (isPause) await operator('payouts.pause', { project, reason }, { confirms });
    else await operator('quarantine.begin', { coin: coin.trim(), reason }, { confirms });
  };
  return (
    <ConfirmDialog
      title={t[what]}
      isDangerous
      wantsReason
      run={begin}
      refreshes={PAUSES}
      onClose={onClose}
    >
      {() => (
        <>
          <Text>{isPause ? t.pauseWhat : t.quarantineWhat}</Text>
          {isPause ? (
            <NativeSelect
              label={t.project}
              value={project}
              data={projects}
              onChange={(event) => setProject(event.currentTarget.value)}
            />
          ) : (
            <TextInput
              label={t.coin}
              description={t.coinHint}
              value={coin}
              onChange={(event) => setCoin(event.currentTarget.value)}
              required
            />
          )}
        </>
      )}
    </ConfirmDialog>
  );
}

interface EndDialogProps {
  readonly quarantine: Quarantine;
  readonly onClose: () => void;
}

function EndDialog({ quarantine, onClose }: EndDialogProps) {
  const t = useTexts('pauses');
  const client = useQueryClient();
  const [isAccepted, setAccepted] = useState(false);
  const { coin, reconciled_at: readAt, unknown, mark } = quarantine;
  const title = t.endTitle({ coin });
  const refused = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'list_changed')
      for (const queryKey of PAUSES) void client.invalidateQueries({ queryKey });
    throw error;
  };
  return (
    <ConfirmDialog
      title={title}
      action={t.endLabel}
      isDangerous
      isWide
      wantsReason
      run={(reason) => {
        const input = { coin, accept: isAccepted, mark, reason };
        return operator('quarantine.end', input, { confirms: title }).catch(refused);
      }}
      refreshes={PAUSES}
      onClose={onClose}
    >
      {() => (
        <>
          <Text>{readAt === null ? t.endNotRead : t.endWhat}</Text>
          {unknown.length === 0 && readAt !== null && <Text>{t.nothingUnknown}</Text>}
          <Findings of={[quarantine]} />
          {unknown.length > 0 && (
            <Checkbox
              label={t.accept}
              checked={isAccepted}
              onChange={(event) => setAccepted(event.currentTarget.checked)}
            />
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
