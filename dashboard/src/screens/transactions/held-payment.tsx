// What can be decided about a held channel payment, and what was proposed about it.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { whyOf } from '../../shared/code-texts.ts';
import { Decide, heldPreview, useDecidesHeld } from '../../shared/held.tsx';
import { HeldDialog } from '../../shared/held-dialog.tsx';
import { useTexts } from '../../shared/i18n.tsx';
import { ProposalPanel } from '../../shared/proposal-panel.tsx';
import { useCan } from '../../shared/session.ts';
import { Loaded, Section } from '../../shared/ui/page.tsx';
import { WhoCan } from '../../shared/who-can.tsx';

interface Props {
  readonly project: string;
  readonly id: string;
  readonly isHeld: boolean;
}

export function HeldPaymentDecision({ project, id, isHeld }: Props) {
  const of = { project, type: 'channel_payment', id } as const;
  return (
    <>
      <ProposalPanel
        of={of}
        review={(proposal, onClose) => (
          <HeldDialog
            payment={{ id, project_id: project, amount: proposal.amount, context: null }}
            action={proposal.kind === 'credit' ? 'release' : 'return'}
            way={{ how: 'approve', of: proposal }}
            onClose={onClose}
          />
        )}
      />
      {isHeld && <DecideSection {...of} />}
    </>
  );
}

function DecideSection(of: { project: string; type: 'channel_payment'; id: string }) {
  const t = useTexts('common');
  const channels = useTexts('channels');
  const { project, id } = of;
  const hasButtons = useDecidesHeld();
  const canReturn = useCan('channel-payments.refund');
  const query = useQuery(heldPreview(id));
  return (
    <Section title={t.decide}>
      <Loaded query={query} what={t.decide}>
        {({ amount, context }) => (
          <>
            <Text>{t.labelled({ label: channels.why, value: whyOf(channels, context) })}</Text>
            {hasButtons && <Decide payment={{ id, project_id: project, amount, context }} />}
          </>
        )}
      </Loaded>
      {!canReturn && <WhoCan of={of} permission="payout" />}
    </Section>
  );
}
