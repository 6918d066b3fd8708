// What people do with a refund link: show it again or revoke it while it is open, and approve or decline the refund
// once the customer has entered an address.
import type { RefundClaim } from '@chaintill/client';
import { Group } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { merchant } from './api.ts';
import { useTexts } from './i18n.tsx';
import { useCan } from './session.ts';
import { RowButton } from './ui/buttons.tsx';
import { ConfirmDialog } from './ui/dialogs.tsx';

const LinkDialog = lazy(async () => ({
  default: (await import('./refund-link-dialog.tsx')).RefundLinkDialog,
}));
const ApproveDialog = lazy(async () => ({
  default: (await import('./refund-decision.tsx')).ApproveRefundDialog,
}));
const DeclineDialog = lazy(async () => ({
  default: (await import('./refund-decision.tsx')).DeclineRefundDialog,
}));

interface Props {
  readonly project: string;
  readonly claim: RefundClaim;
}

type Action = 'show' | 'revoke' | 'approve' | 'decline';

export function RefundClaimActions({ project, claim }: Props) {
  const t = useTexts('refunds');
  const canRevoke = useCan('revokeRefundClaim');
  const canDecide = useCan('approveRefundClaim');
  const [chosen, setChosen] = useState<Action>();
  const onClose = () => setChosen(undefined);
  const offered: readonly (Action | false)[] = [
    claim.status === 'claimed' && canDecide && 'approve',
    claim.status === 'claimed' && canDecide && 'decline',
    claim.status === 'open' && claim.url !== null && 'show',
    claim.status === 'open' && canRevoke && 'revoke',
  ];
  const actions = offered.filter((one) => one !== false);
  return (
    <>
      <Group gap="xs">
        {actions.map((one) => (
          <RowButton key={one} onClick={() => setChosen(one)}>
            {t[`${one}Button`]}
          </RowButton>
        ))}
        {actions.length === 0 && '–'}
      </Group>
      {/* The action may no longer be offered once it is done. */}
      {chosen === 'revoke' && (
        <ConfirmDialog
          title={t.revokeTitle}
          action={t.revokeAction}
          isDangerous
          run={(_, attempt) =>
            merchant(project)('revokeRefundClaim', { claim_id: claim.id }, { attempt })
          }
          refreshes={[['invoice', project]]}
          onClose={onClose}
        >
          {t.revokeWhat}
        </ConfirmDialog>
      )}
      <Suspense>
        {chosen === 'show' && <LinkDialog claim={claim} onClose={onClose} />}
        {chosen === 'approve' && <ApproveDialog {...{ project, claim, onClose }} />}
        {chosen === 'decline' && <DeclineDialog {...{ project, claim, onClose }} />}
      </Suspense>
    </>
  );
}
