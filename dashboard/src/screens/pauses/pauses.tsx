// Everything that is paused until a person has reviewed it: payouts of projects, and coins in quarantine.
import { Button, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { usePauseCause } from '../../shared/code-texts.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { usePauseDetail } from '../../shared/invariants.ts';
import { useCan, useMe } from '../../shared/session.ts';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { type Column, ListTable, RowsTable } from '../../shared/ui/tables.tsx';
import { CopyId, Money, When } from '../../shared/ui/values.tsx';
import { BeginDialog, Quarantines } from './quarantines.tsx';
import { type Pause, pauseList, type Quarantine } from './queries.ts';

type Open = 'pause' | 'quarantine' | { readonly resume: Pause };

export function Pauses() {
  const t = useTexts('pauses');
  const client = useQueryClient();
  const canOperate = useCan('payouts.pause');
  const detailOf = usePauseDetail();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const changed = () => client.invalidateQueries({ queryKey: ['pause'] });
  const actions = canOperate && (
    <>
      <Button variant="default" onClick={() => setOpen('pause')}>
        {t.pause}
      </Button>
      <Button variant="default" onClick={() => setOpen('quarantine')}>
        {t.quarantine}
      </Button>
    </>
  );
  return (
    <Page title={t.title} actions={actions}>
      <Text c="dimmed">{t.about}</Text>
      <Title order={2}>{t.payouts}</Title>
      <ListTable
        label={t.payouts}
        list={pauseList}
        columns={usePauseColumns((resume) => setOpen({ resume }))}
        empty={t.noPauses}
      />
      <Title order={2}>{t.quarantines}</Title>
      <Quarantines onDone={changed} />
      {(open === 'pause' || open === 'quarantine') && (
        <BeginDialog what={open} onDone={changed} onClose={close} />
      )}
      {typeof open === 'object' && (
        <ConfirmDialog
          title={t.resumeTitle}
          action={t.resume}
          wantsReason
          run={async (reason) => {
            const { id } = open.resume;
            await operator('payouts.resume', { pause_id: id, reason }, { confirms: t.resumeTitle });
            await changed();
          }}
          onClose={close}
        >
          {t.resumeWhat} {detailOf(open.resume)}
        </ConfirmDialog>
      )}
    </Page>
  );
}

function usePauseColumns(onResume: (pause: Pause) => void): readonly Column<Pause>[] {
  const t = useTexts('pauses');
  const { projects } = useMe();
  const causeText = usePauseCause();
  const detailOf = usePauseDetail();
  const canResume = useCan('payouts.resume');
  const resume: Column<Pause> = {
    head: t.resume,
    cell: (pause) => (
      <Button size="xs" variant="default" onClick={() => onResume(pause)}>
        {t.resumeAction}
      </Button>
    ),
  };
  return [
    {
      head: t.project,
      cell: ({ project_id: id }) => (
        <strong>{projects.find((each) => each.id === id)?.name ?? id}</strong>
      ),
    },
    { head: t.cause, cell: ({ cause }) => causeText(cause) ?? cause.replaceAll('_', ' ') },
    { head: t.reason, cell: detailOf },
    { head: t.since, cell: ({ began_at: at }) => <When at={at} /> },
    ...(canResume ? [resume] : []),
  ];
}

/** On-chain spends without a transfer of ours, and their payments. Transaction IDs are shown in full for comparison. */
export function Findings({ of: quarantines }: { readonly of: readonly Quarantine[] }) {
  const t = useTexts('pauses');
  const spends = quarantines.flatMap(({ unknown }) => unknown);
  const lost = quarantines.flatMap((each) => each.lost);
  const kinds: Readonly<Record<string, string>> = {
    payment: t.payment,
    output: t.output,
    number: t.number,
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
