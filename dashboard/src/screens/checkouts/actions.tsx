// What people decide about a checkout: cancel it while nothing is paid, or accept what came too late or too little.
import type { Checkout } from '@chaintill/client';
import { Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { scaled } from '../../shared/amounts.ts';
import { merchant, operator } from '../../shared/api.ts';
import { useAction } from '../../shared/errors.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { Amounts } from '../../shared/ui/amounts.tsx';
import { ActionButton, ConfirmButton, DialogButton } from '../../shared/ui/buttons.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { Failed, Loading } from '../../shared/ui/page.tsx';
import { moneyText } from '../../shared/ui/values.tsx';
import { acceptancePreview, changedBy } from './queries.ts';

interface Props {
  readonly project: string;
  readonly checkout: Checkout;
}

export function CancelButton({ project, checkout }: Props) {
  const t = useTexts('checkouts');
  const canCancel = useCan('cancelCheckout');
  const { id, status, status_context: context } = checkout;
  if (!canCancel || status !== 'open' || context !== null) return null;
  return (
    <ConfirmButton
      label={t.cancelButton}
      title={t.cancelTitle}
      action={t.cancelAction}
      isDangerous
      run={(_, attempt) => merchant(project)('cancelCheckout', { id }, { attempt })}
      refreshes={changedBy(project)}
    >
      {t.cancelWhat}
    </ConfirmButton>
  );
}

/** To the stored address only. */
export function ResendReceipt({ project, checkout }: Props) {
  const t = useTexts('checkouts');
  const canSend = useCan('checkouts.resend-receipt');
  const { id, status, receipt, payer_email: email } = checkout;
  const send = useAction({
    run: () => operator('checkouts.resend-receipt', { project, checkout_id: id }),
    refreshes: [['checkout', project]],
  });
  if (!canSend || status !== 'completed' || !receipt || email === null) return null;
  return (
    <>
      <div>
        <ActionButton work={send} size="xs">
          {t.resendReceipt}
        </ActionButton>
      </div>
      {send.isError && <Failed error={send.error} />}
    </>
  );
}

/** Too late, or too little. High-risk payments are decided on their invoice. */
export function AcceptButton({ project, checkout }: Props) {
  const t = useTexts('checkouts');
  const canAccept = useCan('acceptCheckout');
  const { status, status_context: context } = checkout;
  const isShort = context === 'partially_paid' || context === 'paid_late';
  if (!canAccept || !isShort || (status !== 'open' && status !== 'expired')) return null;
  if (isCounting(checkout)) return null;
  return (
    <DialogButton label={t.acceptButton}>
      {(onClose) => <AcceptDialog {...{ project, checkout, onClose }} />}
    </DialogButton>
  );
}

/** A payment that arrived in time is counted when its quote ends. */
function isCounting({ price_amount, paid_amount, remaining_amount }: Checkout): boolean {
  const { units } = scaled([price_amount, paid_amount, remaining_amount]);
  const [price = 0n, paid = 0n, remaining = 0n] = units;
  return paid + remaining < price;
}

function AcceptDialog({ project, checkout, onClose }: Props & { readonly onClose: () => void }) {
  const t = useTexts('checkouts');
  const { locale } = useLanguage();
  const { id, price_amount, price_currency: currency, paid_amount } = checkout;
  const waiting = checkout.invoices.filter(({ status }) => status === 'unresolved');
  const previews = useQueries({
    queries: waiting.map((invoice) => acceptancePreview(project, invoice.id)),
  });
  const failed = previews.find(({ isError }) => isError);
  const known = previews.flatMap(({ data }) => data ?? []);
  const isReady = known.length === waiting.length && known.every(({ accepted }) => accepted);
  const price = { amount: price_amount, currency };
  return (
    <ConfirmDialog
      title={t.acceptTitle}
      action={t.acceptAction}
      isReady={isReady}
      run={(_, attempt) => {
        const confirms = t.acceptConfirms({ sum: moneyText(locale, price) });
        return merchant(project)('acceptCheckout', { id }, { attempt, confirms });
      }}
      refreshes={changedBy(project)}
      onClose={onClose}
    >
      {() => (
        <>
          <Text>{waiting.length === 0 ? t.acceptShort : t.acceptLate}</Text>
          {failed !== undefined && <Failed error={failed.error} what={t.credited} />}
          {failed === undefined && known.length < waiting.length && <Loading what={t.credited} />}
          {failed === undefined && known.length === waiting.length && (
            <Amounts
              label={t.credited}
              lines={[
                { label: t.price, money: price },
                { label: t.counted, money: { amount: paid_amount, currency } },
                ...known.flatMap(({ paid, accepted }, n) => {
                  const payment = moneyText(locale, paid);
                  const of = known.length === 1 ? { payment } : { payment: `${n + 1}. ${payment}` };
                  return [
                    {
                      label: t.creditedFor(of),
                      money: accepted?.price ?? null,
                      otherwise: t.noRate,
                      isSum: true,
                    },
                    { label: t.feeOf(of), money: accepted?.fee ?? null },
                  ];
                }),
              ]}
            />
          )}
          {waiting.length > 0 && <Text>{t.acceptFinal}</Text>}
        </>
      )}
    </ConfirmDialog>
  );
}
