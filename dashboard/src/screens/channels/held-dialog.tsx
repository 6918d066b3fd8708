// Decides about a payment on hold: credited at the rate of this moment, or sent back less the network fee.
import { Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../shared/action.ts';
import { operator } from '../../shared/api.ts';
import { fieldErrors } from '../../shared/errors.ts';
import { useLanguage, useMessages } from '../../shared/i18n.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { moneyText } from '../../shared/ui/money.tsx';
import { words } from '../../shared/ui/words.ts';
import { channelWords } from './messages.ts';
import type { HeldPayment } from './queries.ts';

interface Props {
  readonly payment: HeldPayment;
  readonly way: 'release' | 'return';
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function HeldDialog({ payment, way, onDone, onClose }: Props) {
  const t = useMessages(channelWords);
  const { reason: why, reasonHint } = useMessages(words);
  const { locale } = useLanguage();
  const [reason, setReason] = useState('');
  const [address, setAddress] = useState('');
  const isReturn = way === 'return';
  const sum = moneyText(locale, payment.amount);
  const to = address.trim();
  const confirms = isReturn
    ? t.returnConfirms(sum, to === '' ? t.ofCustomer : to)
    : t.releaseSum(sum);
  const named = { channel_payment_id: payment.id, reason };
  const work = useAction<undefined, unknown>({
    run: () =>
      isReturn
        ? operator(
            'channel-payments.return',
            { ...named, ...(to === '' ? {} : { to }) },
            { confirms },
          )
        : operator('channel-payments.release', named, { confirms }),
    onDone,
  });
  return (
    <FormDialog
      title={isReturn ? t.returnTitle : t.releaseTitle}
      action={isReturn ? t.returnSum(sum) : t.releaseSum(sum)}
      isReady={reason.trim() !== ''}
      isDangerous={isReturn}
      work={work}
      onSubmit={(event) => {
        event.preventDefault();
        work.start(undefined);
      }}
      onClose={onClose}
    >
      <Text>{isReturn ? t.returnWhat : t.releaseWhat}</Text>
      {isReturn && (
        <>
          <TextInput
            label={t.address}
            description={t.addressHint}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            error={fieldErrors(work.error)['to']}
            autoComplete="off"
            spellCheck={false}
          />
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {confirms}
          </Text>
        </>
      )}
      <Textarea
        label={why}
        description={reasonHint}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={1000}
        minRows={2}
        required
      />
    </FormDialog>
  );
}
