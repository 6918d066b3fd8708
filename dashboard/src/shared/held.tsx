// Actions on a held channel payment: return, and credit unless only the operator may credit it because of its risk.
import { Group } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { OperatorApi } from './api-types.ts';
import type { HeldAction } from './held-dialog.tsx';
import { useTexts } from './i18n.tsx';
import { operatorQuery } from './queries.ts';
import { useCan, useCanEverywhere } from './session.ts';
import { RowButton } from './ui/buttons.tsx';

const HeldDialog = lazy(async () => ({ default: (await import('./held-dialog.tsx')).HeldDialog }));

export function Decide({ payment }: { readonly payment: Held }) {
  const t = useTexts('common');
  const [action, setAction] = useState<HeldAction>();
  const mayRelease = useCan('channel-payments.release');
  const isOperator = useCanEverywhere('channel-payments.release');
  const mayReturn = useCan('channel-payments.refund');
  const isCreditable = mayRelease && (isOperator || payment.context === 'channel_disabled');
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

export type HeldPayment = OperatorApi['channel-payments.list']['output']['rows'][number];
export type Held = Pick<HeldPayment, 'id' | 'amount' | 'context'>;

export function heldPreview(id: string) {
  return {
    ...operatorQuery(['channel_payment', 'preview', id], 'channel-payments.preview', {
      channel_payment_id: id,
    }),
    staleTime: 0,
  };
}
