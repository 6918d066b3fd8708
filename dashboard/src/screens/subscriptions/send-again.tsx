// Resends the payment request to the payer of a subscription.
import type { Subscription } from '@chaintill/client';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { operator } from '../../shared/api.ts';
import { useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { Failed } from '../../shared/ui/page.tsx';

interface Props {
  readonly project: string;
  readonly subscription: Subscription;
}

export function SendAgain({ project, subscription }: Props) {
  const texts = useTexts('subscriptions').detail;
  const client = useQueryClient();
  const canSend = useCan('subscriptions.send-again');
  const { id, status, current_period_paid: isPaid } = subscription;
  const send = useAction({
    run: () => operator('subscriptions.send-again', { project, subscription_id: id }),
    onDone: () => client.invalidateQueries({ queryKey: ['subscription', project] }),
  });
  if (!canSend || status !== 'active' || isPaid) return null;
  return (
    <>
      <div>
        <Button
          variant="default"
          size="xs"
          loading={send.isPending}
          onClick={() => send.start(undefined)}
        >
          {texts.sendAgain}
        </Button>
      </div>
      {send.isError && <Failed error={send.error} />}
    </>
  );
}
