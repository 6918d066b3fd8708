// Coins with paused transfers, since when and why, and the findings on their chains.
import { Button, Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, operator } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useQuarantineCause } from '../../shared/reason-texts.ts';
import { useCan, useMe } from '../../shared/session.ts';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { Empty, Failed, Loading } from '../../shared/ui/page.tsx';
import { type Column, RowsTable } from '../../shared/ui/tables.tsx';
import { When } from '../../shared/ui/values.tsx';
import { Findings } from './pauses.tsx';
import { type Quarantine, quarantineList } from './queries.ts';

export function Quarantines({ onDone }: { readonly onDone: () => Promise<unknown> }) {
  const t = useTexts('pauses');
  const canEnd = useCan('quarantine.end');
  const causeText = useQuarantineCause();
  const reasonText = ({ reason, code, facts }: Quarantine) => reason ?? causeText(code, facts);
  const query = useQuery(quarantineList);
  const [ending, setEnding] = useState<Quarantine>();
  if (query.isPending) return <Loading what={t.quarantines} />;
  if (query.isError) return <Failed error={query.error} what={t.quarantines} />;
  if (query.data.length === 0) return <Empty text={t.noQuarantines} />;
  const end: Column<Quarantine> = {
    head: t.endLabel,
    cell: (quarantine) => (
      <Button size="xs" variant="default" onClick={() => setEnding(quarantine)}>
        {t.endButton}
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

interface Props {
  readonly what: 'pause' | 'quarantine';
  readonly onDone: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Pauses the payouts of a project, or all transfers of a coin, with a reason. */
export function BeginDialog({ what, onDone, onClose }: Props) {
  const t = useTexts('pauses');
  const { labelled } = useTexts('common');
  const { projects } = useMe();
  const [project, setProject] = useState(projects[0]?.id ?? '');
  const [coin, setCoin] = useState('');
  const named = projects.find(({ id }) => id === project)?.name ?? project;
  const begin = async (reason: string) => {
    const confirms = labelled({ label: t[what], value: what === 'pause' ? named : coin });
    await (what === 'pause'
      ? operator('payouts.pause', { project, reason }, { confirms })
      : operator('quarantine.begin', { coin: coin.trim(), reason }, { confirms }));
    await onDone();
  };
  return (
    <ConfirmDialog
      title={t[what]}
      action={t[what]}
      isDangerous
      wantsReason
      run={begin}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{what === 'pause' ? t.pauseWhat : t.quarantineWhat}</Text>
        {what === 'pause' ? (
          <NativeSelect
            label={t.project}
            value={project}
            data={projects.map(({ id, name }) => ({ value: id, label: name }))}
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
      </Stack>
    </ConfirmDialog>
  );
}

interface EndDialogProps {
  readonly quarantine: Quarantine;
  readonly onDone: () => Promise<unknown>;
  readonly onClose: () => void;
}

function EndDialog({ quarantine, onDone, onClose }: EndDialogProps) {
  const t = useTexts('pauses');
  const [isAccepted, setAccepted] = useState(false);
  const { coin, reconciled_at: readAt, unknown, mark } = quarantine;
  const title = t.endTitle({ coin });
  /** Shows new findings behind the dialog. */
  const refused = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'list_changed') void onDone();
    throw error;
  };
  const end = async (reason: string) => {
    const requested = { coin, accept: isAccepted, mark, reason };
    await operator('quarantine.end', requested, { confirms: title }).catch(refused);
    await onDone();
  };
  return (
    <ConfirmDialog
      title={title}
      action={t.endLabel}
      isDangerous
      isWide
      wantsReason
      run={end}
      onClose={onClose}
    >
      <Stack gap="md">
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
      </Stack>
    </ConfirmDialog>
  );
}
