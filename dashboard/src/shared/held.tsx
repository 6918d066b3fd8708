// Actions on a held channel payment: return, and credit unless only the operator may credit it because of its risk.
// People who may not decide propose the same.
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { OperatorApi } from './api-types.ts';
import type { HeldAction } from './held-dialog.tsx';
import { useTexts } from './i18n.tsx';
import { openProposals, PROPOSE, useCanPropose } from './proposals.ts';
import { operatorQuery } from './queries.ts';
import { useCan, useCanEverywhere } from './session.ts';
import { RowButton } from './ui/buttons.tsx';

const HeldDialog = lazy(async () => ({ default: (await import('./held-dialog.tsx')).HeldDialog }));

/** Whether the person has a button for any held payment. */
export function useDecidesHeld(): boolean {
  const mayReturn = useCan('channel-payments.refund');
  return useCanPropose(mayReturn) || mayReturn;
}

export function Decide({ payment }: { readonly payment: Held }) {
  const mayReturn = useCan('channel-payments.refund');
  const canPropose = useCanPropose(mayReturn);
  return canPropose ? <Propose payment={payment} /> : <DecideNow {...{ payment, mayReturn }} />;
}

function DecideNow({
  payment,
  mayReturn,
}: {
  readonly payment: Held;
  readonly mayReturn: boolean;
}) {
  const t = useTexts('common');
  const [action, setAction] = useState<HeldAction>();
  const mayRelease = useCan('channel-payments.release');
  const isOperator = useCanEverywhere('channel-payments.release');
  const isCreditable = mayRelease && (isOperator || isOfDisabledChannel(payment));
  const actions: readonly HeldAction[] = [
    ...(isCreditable ? (['release'] as const) : []),
    ...(mayReturn ? (['return'] as const) : []),
  ];
  return (
    <Group gap="xs">
      {actions.map((one) => (
        <RowButton key={one} onClick={() => setAction(one)}>
          {one === 'release' ? t.creditPayment : t.sendBackPayment}
        </RowButton>
      ))}
      {action !== undefined && (
        <Suspense>
          <HeldDialog {...{ payment, action }} onClose={() => setAction(undefined)} />
        </Suspense>
      )}
    </Group>
  );
}

function Propose({ payment }: { readonly payment: Held }) {
  const t = useTexts('proposals');
  const [action, setAction] = useState<HeldAction>();
  // One request for all rows of a list.
  const open = useQuery(openProposals(payment.project_id)).data?.rows ?? [];
  const isOpen = (wanted: 'credit' | 'refund') =>
    open.some(({ object_id: id, kind }) => id === payment.id && kind === wanted);
  return (
    <Group gap="xs">
      {isOfDisabledChannel(payment) && (
        <RowButton isOff={isOpen('credit')} onClick={() => setAction('release')}>
          {t.creditButton}
        </RowButton>
      )}
      <RowButton isOff={isOpen('refund')} onClick={() => setAction('return')}>
        {t.refundButton}
      </RowButton>
      {action !== undefined && (
        <Suspense>
          <HeldDialog {...{ payment, action }} way={PROPOSE} onClose={() => setAction(undefined)} />
        </Suspense>
      )}
    </Group>
  );
}

const isOfDisabledChannel = ({ context }: Held) => context === 'channel_disabled';

export type HeldPayment = OperatorApi['channel-payments.list']['output']['rows'][number];
export type Held = Pick<HeldPayment, 'id' | 'project_id' | 'amount' | 'context'>;

export function heldPreview(id: string) {
  return {
    ...operatorQuery(['channel_payment', 'preview', id], 'channel-payments.preview', {
      channel_payment_id: id,
    }),
    staleTime: 0,
  };
}
