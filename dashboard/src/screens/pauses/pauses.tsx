// Everything that is paused until a person has reviewed it: payouts of projects, and coins in quarantine.
import { Text, Title } from '@mantine/core';
import { operator } from '../../shared/api.ts';
import { usePauseCause } from '../../shared/code-texts.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { usePauseDetail } from '../../shared/invariants.ts';
import { useCan, useProjectName } from '../../shared/session.ts';
import { ConfirmButton, DialogButton } from '../../shared/ui/buttons.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { type Columns, RowsTable } from '../../shared/ui/tables.tsx';
import { CopyId, Money } from '../../shared/ui/values.tsx';
import { BeginDialog, Quarantines } from './quarantines.tsx';
import { PAUSES, type Pause, pauseList, type Quarantine } from './queries.ts';

export function Pauses() {
  const t = useTexts('pauses');
  const canOperate = useCan('payouts.pause');
  const actions =
    canOperate &&
    (['pause', 'quarantine'] as const).map((what) => (
      <DialogButton key={what} label={t[what]}>
        {(onClose) => <BeginDialog {...{ what, onClose }} />}
      </DialogButton>
    ));
  return (
    <Page title={t.title} actions={actions}>
      <Text c="dimmed">{t.about}</Text>
      <Title order={2}>{t.payouts}</Title>
      <ListTable
        label={t.payouts}
        list={pauseList}
        columns={usePauseColumns()}
        empty={t.noPauses}
      />
      <Title order={2}>{t.quarantines}</Title>
      <Quarantines />
    </Page>
  );
}

function usePauseColumns(): Columns<Pause> {
  const t = useTexts('pauses');
  const nameOf = useProjectName();
  const causeText = usePauseCause();
  const detailOf = usePauseDetail();
  const canResume = useCan('payouts.resume');
  return [
    { head: t.project, cell: ({ project_id: id }) => <strong>{nameOf(id)}</strong> },
    { head: t.cause, cell: ({ cause }) => causeText(cause) ?? cause.replaceAll('_', ' ') },
    { head: t.reason, cell: detailOf },
    { head: t.since, time: ({ began_at: at }) => at },
    canResume && {
      head: t.resume,
      cell: (pause) => (
        <ConfirmButton
          label={t.resumeAction}
          size="xs"
          title={t.resumeTitle}
          action={t.resume}
          wantsReason
          run={(reason) => {
            const input = { pause_id: pause.id, reason };
            return operator('payouts.resume', input, { confirms: t.resumeTitle });
          }}
          refreshes={PAUSES}
        >
          {t.resumeWhat} {detailOf(pause)}
        </ConfirmButton>
      ),
    },
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
              { head: t.amount, cell: (row) => <Money amount={row.amount} currency={row.coin} /> },
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
