// Decides on a held channel payment after a preview: credited at the current rate, or returned less the network fee.
import { Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operator } from './api.ts';
import { fieldErrors, useAction } from './errors.ts';
import { type Held, heldPreview } from './held.tsx';
import { useLanguage, useTexts } from './i18n.tsx';
import { useCanEverywhere } from './session.ts';
import { FormDialog } from './ui/dialogs.tsx';
import { Failed } from './ui/page.tsx';
import { Amounts, moneyText } from './ui/values.tsx';

export type HeldAction = 'release' | 'return';

interface Props {
  readonly payment: Held;
  readonly action: HeldAction;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function HeldDialog({ action, ...props }: Props) {
  return action === 'release' ? <ReleaseDialog {...props} /> : <ReturnDialog {...props} />;
}

type DialogProps = Omit<Props, 'action'>;

function ReleaseDialog({ payment, onDone, onClose }: DialogProps) {
  const t = useTexts('common');
  const texts = useTexts('common');
  const { locale } = useLanguage();
  const [reason, setReason] = useState('');
  const preview = useQuery(heldPreview(payment.id));
  const credit = preview.data?.credit ?? null;
  const confirms = t.creditSum({ sum: moneyText(locale, payment.amount) });
  const work = useAction<undefined, unknown>({
    run: () =>
      operator(
        'channel-payments.release',
        { channel_payment_id: payment.id, reason },
        { confirms },
      ),
    onDone,
  });
  return (
    <FormDialog
      title={t.creditPaymentTitle}
      action={confirms}
      isReady={credit !== null && reason.trim() !== ''}
      work={work}
      onSubmit={() => work.start(undefined)}
      onClose={onClose}
    >
      <Text>
        {payment.context === 'channel_disabled' ? texts.creditedAtCurrentRate : t.creditPaymentHint}
      </Text>
      {preview.isError && <Failed error={preview.error} what={texts.heldAmounts} />}
      <Amounts
        label={texts.heldAmounts}
        lines={[
          { label: t.paidAmount, money: payment.amount },
          { label: texts.fee, money: credit?.fee ?? null },
          { label: t.creditedAmount, money: credit?.credited ?? null, isSum: true },
        ]}
      />
      <Reason value={reason} onChange={setReason} />
    </FormDialog>
  );
}

function ReturnDialog({ payment, onDone, onClose }: DialogProps) {
  const t = useTexts('common');
  const texts = useTexts('common');
  const { locale } = useLanguage();
  const isOperator = useCanEverywhere('channel-payments.refund');
  const [reason, setReason] = useState('');
  const [address, setAddress] = useState('');
  const preview = useQuery(heldPreview(payment.id));
  const known = preview.data?.address ?? null;
  const received = preview.data?.received ?? null;
  const isFixed = !isOperator && preview.data?.needs_operator !== false;
  const to = (isFixed ? '' : address.trim()) || (known ?? '');
  const amountText = moneyText(locale, payment.amount);
  const confirms = t.sendBackConfirms({ sum: amountText, address: to });
  const work = useAction<undefined, unknown>({
    run: () =>
      operator(
        'channel-payments.refund',
        { channel_payment_id: payment.id, reason, to },
        { confirms },
      ),
    onDone,
  });
  return (
    <FormDialog
      title={t.sendBackPaymentTitle}
      action={t.sendBackSum({ sum: amountText })}
      isReady={received !== null && to !== '' && reason.trim() !== ''}
      isDangerous
      work={work}
      onSubmit={() => work.start(undefined)}
      onClose={onClose}
    >
      <Text>{t.sendBackHint}</Text>
      {preview.isError && <Failed error={preview.error} what={texts.heldAmounts} />}
      <Amounts
        label={texts.heldAmounts}
        lines={[
          { label: t.paidAmount, money: payment.amount },
          { label: texts.networkFee, money: preview.data?.network_fee ?? null },
          { label: texts.arrives, money: received, otherwise: texts.notAvailableNow, isSum: true },
        ]}
      />
      {isFixed ? (
        preview.isSuccess && (
          <Text>{known === null ? texts.highRiskNoAddress : texts.highRiskReturnHint}</Text>
        )
      ) : (
        <TextInput
          label={t.address}
          description={known === null ? undefined : t.returnAddressHint}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          error={fieldErrors(work.error)['to']}
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
      <Reason value={reason} onChange={setReason} />
    </FormDialog>
  );
}

function Reason({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { reason, reasonHint } = useTexts('common');
  return (
    <Textarea
      label={reason}
      description={reasonHint}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={1000}
      minRows={2}
      required
    />
  );
}
