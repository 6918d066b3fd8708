// Cancels a subscription, after saying what that means.
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { merchant } from '../../shared/api.ts';
import { useLanguage, useMessages } from '../../shared/i18n.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { moneyText } from '../../shared/ui/money.tsx';
import { subscriptionMessages } from './messages.ts';
import type { ListedSubscription } from './queries.ts';

interface Props {
  readonly project: string;
  readonly subscription: ListedSubscription;
  readonly onClose: () => void;
}

export function CancelDialog({ project, subscription, onClose }: Props) {
  const t = useMessages(subscriptionMessages);
  const { locale } = useLanguage();
  const client = useQueryClient();
  // The same again cancels it no second time.
  const attempt = useRef('');
  if (attempt.current === '') attempt.current = crypto.randomUUID();
  const cancel = async () => {
    const { id } = subscription;
    await merchant(project)('cancelSubscription', { id }, { attempt: attempt.current });
    await client.invalidateQueries({ queryKey: ['subscription', project] });
  };
  return (
    <ConfirmDialog
      title={t.cancelTitle}
      action={t.cancelAction}
      isDangerous
      run={cancel}
      onClose={onClose}
    >
      {t.cancelWhat(subscription.payer_email, moneyText(locale, subscription))}
    </ConfirmDialog>
  );
}
