// Decides on a held channel payment after a preview: credited at the current rate, or returned less the network fee.
import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operator } from './api.ts';
import { type Held, heldPreview } from './held.tsx';
import { useLanguage, useTexts } from './i18n.tsx';
import { useCanEverywhere } from './session.ts';
import { Amounts } from './ui/amounts.tsx';
import { ConfirmDialog } from './ui/dialogs.tsx';
import { Failed } from './ui/page.tsx';
import { moneyText } from './ui/values.tsx';

export type HeldAction = 'release' | 'return';

interface Props {
  readonly payment: Held;
  readonly action: HeldAction;
  readonly onClose: () => void;
}

export function HeldDialog({ action, ...props }: Props) {
  return action === 'release' ? <ReleaseDialog {...props} /> : <ReturnDialog {...props} />;
}

type DialogProps = Omit<Props, 'action'>;

const CHANGED = [['channel_payment']] as const;

function ReleaseDialog({ payment, onClose }: DialogProps) {
  const t = useTexts('common');
  const { locale } = useLanguage();
  const preview = useQuery(heldPreview(payment.id));
  const credit = preview.data?.credit ?? null;
  const confirms = t.creditSum({ sum: moneyText(locale, payment.amount) });
  return (
    <ConfirmDialog
      title={t.creditPaymentTitle}
      action={confirms}
      isReady={credit !== null}
      wantsReason
      run={(reason) => {
        const input = { channel_payment_id: payment.id, reason };
        return operator('channel-payments.release', input, { confirms });
      }}
      refreshes={CHANGED}
      onClose={onClose}
    >
      {() => (
        <>
          <Text>
            {payment.context === 'channel_disabled' ? t.creditedAtCurrentRate : t.creditPaymentHint}
          </Text>
          {preview.isError && <Failed error={preview.error} what={t.heldAmounts} />}
          <Amounts
            label={t.heldAmounts}
            lines={[
              { label: t.paidAmount, money: payment.amount },
              { label: t.fee, money: credit?.fee ?? null },
              { label: t.creditedAmount, money: credit?.credited ?? null, isSum: true },
            ]}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

function ReturnDialog({ payment, onClose }: DialogProps) {
  const t = useTexts('common');
  const { locale } = useLanguage();
  const isOperator = useCanEverywhere('channel-payments.refund');
  const [address, setAddress] = useState('');
  const preview = useQuery(heldPreview(payment.id));
  const known = preview.data?.address ?? null;
  const received = preview.data?.received ?? null;
  const isFixed = !isOperator && preview.data?.needs_operator !== false;
  const to = (isFixed ? '' : address.trim()) || (known ?? '');
  const sum = moneyText(locale, payment.amount);
  const confirms = t.sendBackConfirms({ sum, address: to });
  return (
    <ConfirmDialog
      title={t.sendBackPaymentTitle}
      action={t.sendBackSum({ sum })}
      isReady={received !== null && to !== ''}
      isDangerous
      wantsReason
      run={(reason) => {
        const input = { channel_payment_id: payment.id, reason, to };
        return operator('channel-payments.refund', input, { confirms });
      }}
      refreshes={CHANGED}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Text>{t.sendBackHint}</Text>
          {preview.isError && <Failed error={preview.error} what={t.heldAmounts} />}
          <Amounts
            label={t.heldAmounts}
            lines={[
              { label: t.paidAmount, money: payment.amount },
              { label: t.networkFee, money: preview.data?.network_fee ?? null },
              { label: t.arrives, money: received, otherwise: t.notAvailableNow, isSum: true },
            ]}
          />
          {isFixed ? (
            preview.isSuccess && (
              <Text>{known === null ? t.highRiskNoAddress : t.highRiskReturnHint}</Text>
            )
          ) : (
            <TextInput
              label={t.address}
              description={known === null ? undefined : t.returnAddressHint}
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
              error={errors['to']}
              autoComplete="off"
              spellCheck={false}
              required={known === null}
            />
          )}
          {to !== '' && (
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {confirms}
            </Text>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
