// Cancels a subscription after explaining the effect.
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { merchant } from '../../shared/api.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { moneyText } from '../../shared/ui/values.tsx';
import type { ListedSubscription } from './queries.ts';

interface Props {
  readonly project: string;
  readonly subscription: ListedSubscription;
  readonly onClose: () => void;
}

export function CancelDialog({ project, subscription, onClose }: Props) {
  const t = useTexts('subscriptions');
  const { locale } = useLanguage();
  const client = useQueryClient();
  // Makes a retry idempotent.
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
      {t.cancelWhat({ payer: subscription.payer_email, sum: moneyText(locale, subscription) })}
    </ConfirmDialog>
  );
}
