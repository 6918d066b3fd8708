// The proposed decisions about one object: what would happen, who proposed it and why, and the buttons of those who
// decide about it.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { operator } from './api.ts';
import { useAction } from './errors.ts';
import { useLanguage, useTexts } from './i18n.tsx';
import { changedByProposal, type OfObject, type Proposal, proposalsOf } from './proposals.ts';
import { useCan, useMe } from './session.ts';
import { ConfirmDialog } from './ui/dialogs.tsx';
import { Failed, Section } from './ui/page.tsx';
import classes from './ui/text.module.css';
import { moneyText, shortened, When } from './ui/values.tsx';

/** What the proposal would do, in one sentence. */
export function useProposalText(): (proposal: Proposal) => string {
  const t = useTexts('proposals');
  const { locale } = useLanguage();
  return ({ kind, address, amount, invoice_id: invoice, channel_id: channel }) => {
    const sum = moneyText(locale, amount);
    if (kind === 'refund')
      return address === null ? t.refundToAccount({ sum }) : t.refundTo({ sum, address });
    if (kind === 'acceptance') return t.accept({ sum });
    if (invoice !== null) return t.attachToInvoice({ sum, id: shortened(invoice) });
    return channel === null
      ? t.credit({ sum })
      : t.attachToChannel({ sum, id: shortened(channel) });
  };
}

const tones = {
  open: 'careful',
  approved: 'good',
  declined: 'quiet',
  withdrawn: 'quiet',
  outdated: 'quiet',
} as const satisfies Readonly<Record<Proposal['status'], string>>;

export const proposalStatuses = Object.keys(tones) as Proposal['status'][];

export function ProposalStatus({ value }: { readonly value: Proposal['status'] }) {
  const t = useTexts('proposals');
  return (
    <span className={classes.status} data-tone={tones[value]}>
      {t.statuses[value]}
    </span>
  );
}

interface PanelProps {
  readonly of: OfObject;
  /** The dialog that shows exactly what happens, and approves it. */
  readonly review: (proposal: Proposal, onClose: () => void) => ReactNode;
}

export function ProposalPanel({ of, review }: PanelProps) {
  const t = useTexts('proposals');
  const query = useQuery(proposalsOf(of));
  const rows = query.data?.rows ?? [];
  if (query.isError) return <Failed error={query.error} what={t.title} />;
  if (rows.length === 0) return null;
  return (
    <Section title={t.title}>
      {rows.map((proposal) => (
        <One key={proposal.id} {...{ of, proposal, review }} />
      ))}
    </Section>
  );
}

function One({ of, proposal, review }: PanelProps & { readonly proposal: Proposal }) {
  const t = useTexts('proposals');
  const common = useTexts('common');
  const what = useProposalText()(proposal);
  const {
    status,
    note,
    description,
    reason,
    outdated_code: outdated,
    decided_by: decider,
  } = proposal;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <ProposalStatus value={status} />
        <Text fw={600} className={classes.breaks ?? ''}>
          {what}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {t.proposedBy({ name: proposal.proposed_by })} · <When at={proposal.created_at} />
      </Text>
      {description !== null && <Line label={common.reason} value={description} />}
      {note !== null && <Line label={t.note} value={note} />}
      {decider !== null && <Line label={t.decidedBy} value={decider} />}
      {reason !== null && <Line label={t.whyDeclined} value={reason} />}
      {outdated !== null && <Text>{t.outdated[outdated]}</Text>}
      {status === 'open' && <Decide {...{ of, proposal, review, what }} />}
    </Stack>
  );
}

function Line({ label, value }: { readonly label: string; readonly value: string }) {
  const { labelled } = useTexts('common');
  return <Text className={classes.breaks ?? ''}>{labelled({ label, value })}</Text>;
}

interface DecideProps extends PanelProps {
  readonly proposal: Proposal;
  readonly what: string;
}

function Decide({ of, proposal, review, what }: DecideProps) {
  const t = useTexts('proposals');
  const me = useMe().user;
  const canDecide = useCan('proposals.approve');
  const [opened, setOpened] = useState<'approve' | 'decline'>();
  const { project } = of;
  const chosen = { project, proposal_id: proposal.id };
  const onClose = () => setOpened(undefined);
  const withdraw = useAction({
    run: (_: undefined) => operator('proposals.withdraw', chosen),
    refreshes: changedByProposal(project),
  });
  return (
    <>
      <Group gap="xs">
        {canDecide && <Button onClick={() => setOpened('approve')}>{t.approve}</Button>}
        {canDecide && (
          <Button variant="default" onClick={() => setOpened('decline')}>
            {t.decline}
          </Button>
        )}
        {proposal.proposed_by_id === me.id && (
          <Button
            variant="default"
            loading={withdraw.isPending}
            onClick={() => withdraw.start(undefined)}
          >
            {t.withdraw}
          </Button>
        )}
      </Group>
      {withdraw.isError && <Failed error={withdraw.error} />}
      {opened === 'approve' && <Suspense>{review(proposal, onClose)}</Suspense>}
      {opened === 'decline' && <DeclineDialog {...{ project, proposal, what, onClose }} />}
    </>
  );
}

interface DeclineProps {
  readonly project: string;
  readonly proposal: Proposal;
  readonly what: string;
  readonly onClose: () => void;
}

function DeclineDialog({ project, proposal, what, onClose }: DeclineProps) {
  const t = useTexts('proposals');
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      title={t.declineTitle}
      action={t.declineAction}
      run={() => {
        const why = reason.trim() === '' ? {} : { reason };
        const input = { project, proposal_id: proposal.id, ...why };
        return operator('proposals.decline', input, { confirms: t.declineConfirms({ what }) });
      }}
      refreshes={changedByProposal(project)}
      onClose={onClose}
    >
      {() => (
        <>
          <Text className={classes.breaks ?? ''}>{what}</Text>
          <Textarea
            label={t.whyDeclined}
            description={t.whyHint}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            maxLength={1000}
            minRows={2}
            data-autofocus
          />
        </>
      )}
    </ConfirmDialog>
  );
}

interface NoteProps {
  readonly value: string;
  readonly onChange: (note: string) => void;
}

export function NoteField({ value, onChange }: NoteProps) {
  const t = useTexts('proposals');
  return (
    <>
      <Text size="sm">{t.whatHappens}</Text>
      <Textarea
        label={t.note}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        maxLength={1000}
        minRows={2}
      />
    </>
  );
}
