// Everything that is paused until a person has reviewed it: payouts of projects, and coins in quarantine.
import { Button, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { useStopCause } from '../../shared/code-texts.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useStopDetail } from '../../shared/invariants.ts';
import { useCan, useMe } from '../../shared/session.ts';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { type Column, ListTable, RowsTable } from '../../shared/ui/tables.tsx';
import { CopyId, Money, When } from '../../shared/ui/values.tsx';
import { BeginDialog, Quarantines } from './quarantines.tsx';
import { type Quarantine, type Stop, stopList } from './queries.ts';

type Open = 'stop' | 'quarantine' | { readonly lift: Stop };

export function Stops() {
  const t = useTexts('stops');
  const client = useQueryClient();
  const canOperate = useCan('payouts.pause');
  const detailOf = useStopDetail();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const changed = () => client.invalidateQueries({ queryKey: ['stop'] });
  const actions = canOperate && (
    <>
      <Button variant="default" onClick={() => setOpen('stop')}>
        {t.stop}
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
        list={stopList}
        columns={useStopColumns((lift) => setOpen({ lift }))}
        empty={t.noStops}
      />
      <Title order={2}>{t.quarantines}</Title>
      <Quarantines onDone={changed} />
      {(open === 'stop' || open === 'quarantine') && (
        <BeginDialog what={open} onDone={changed} onClose={close} />
      )}
      {typeof open === 'object' && (
        <ConfirmDialog
          title={t.liftTitle}
          action={t.lift}
          wantsReason
          run={async (reason) => {
            const { id } = open.lift;
            await operator('payouts.resume', { stop_id: id, reason }, { confirms: t.liftTitle });
            await changed();
          }}
          onClose={close}
        >
          {t.liftWhat} {detailOf(open.lift)}
        </ConfirmDialog>
      )}
    </Page>
  );
}

function useStopColumns(onLift: (stop: Stop) => void): readonly Column<Stop>[] {
  const t = useTexts('stops');
  const { projects } = useMe();
  const causeText = useStopCause();
  const detailOf = useStopDetail();
  const canLift = useCan('payouts.resume');
  const lift: Column<Stop> = {
    head: t.lift,
    cell: (stop) => (
      <Button size="xs" variant="default" onClick={() => onLift(stop)}>
        {t.liftAction}
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
    ...(canLift ? [lift] : []),
  ];
}

/** On-chain spends without a transfer of ours, and their payments. Transaction IDs are shown in full for comparison. */
export function Findings({ of: quarantines }: { readonly of: readonly Quarantine[] }) {
  const t = useTexts('stops');
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
