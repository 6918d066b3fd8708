// Cancels a subscription after explaining the effect.
import { merchant } from '../../shared/api.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { ConfirmButton } from '../../shared/ui/buttons.tsx';
import { moneyText } from '../../shared/ui/values.tsx';
import type { ListedSubscription } from './queries.ts';

interface Props {
  readonly project: string;
  readonly subscription: ListedSubscription;
  readonly size?: 'xs' | 'sm';
}

export function CancelButton({ project, subscription, size = 'sm' }: Props) {
  const t = useTexts('subscriptions');
  const { locale } = useLanguage();
  const canCancel = useCan('cancelSubscription');
  const { id, status, payer_email: payer } = subscription;
  if (!canCancel || status !== 'active') return null;
  return (
    <ConfirmButton
      label={t.cancel}
      size={size}
      title={t.cancelTitle}
      action={t.cancelAction}
      isDangerous
      run={(_, attempt) => merchant(project)('cancelSubscription', { id }, { attempt })}
      refreshes={[['subscription', project]]}
    >
      {t.cancelWhat({ payer, sum: moneyText(locale, subscription) })}
    </ConfirmButton>
  );
}
