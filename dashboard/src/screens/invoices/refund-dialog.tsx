// Refunds an unresolved invoice to the account or to an address, after a preview of every amount.
import type { Invoice } from '@chaintill/client';
import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { merchant } from '../../shared/api.ts';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { QueryStatus } from '../../shared/ui/page.tsx';
import { Amounts, moneyText } from '../../shared/ui/values.tsx';
import { refundPreview } from './queries.ts';

interface Props {
  readonly project: string;
  readonly invoice: Invoice;
  readonly isToAddress: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function RefundDialog({ project, invoice, isToAddress, onDone, onClose }: Props) {
  const t = useTexts('invoices');
  const { locale } = useLanguage();
  const [address, setAddress] = useState('');
  const preview = useQuery(refundPreview(project, invoice.id));
  const data = preview.data;
  const arrives = (isToAddress ? data?.received : data?.credited) ?? null;
  const amountText = arrives === null ? '' : moneyText(locale, arrives);
  const to = address.trim();
  const confirms = isToAddress
    ? t.sendConfirms({ sum: amountText, address: to })
    : t.refundConfirms({ sum: amountText });
  const work = useAction({
    run: (_: undefined, attempt) =>
      merchant(project)(
        'createInvoiceRefund',
        { invoice_id: invoice.id, ...(isToAddress ? { address: to } : {}) },
        { attempt, confirms },
      ),
    onDone,
  });
  return (
    <FormDialog
      title={t.refundTitle}
      action={t.refundSum({ sum: amountText })}
      isReady={arrives !== null && (!isToAddress || to !== '')}
      isDangerous={isToAddress}
      work={work}
      onSubmit={() => work.start(undefined)}
      onClose={onClose}
    >
      <Text>{isToAddress ? t.addressWhat : t.accountWhat}</Text>
      <QueryStatus of={preview} what={t.heldAmounts} />
      {data !== undefined && data.settled !== null && <Text>{t.excessWhat}</Text>}
      {data !== undefined && (
        <Amounts
          label={t.heldAmounts}
          lines={[
            { label: t.paidAmount, money: data.paid },
            ...(data.settled === null
              ? []
              : [
                  { label: t.settled, money: data.settled.price },
                  { label: t.settledFee, money: data.settled.fee },
                ]),
            { label: t.goesBack, money: data.refunded },
            { label: t.fee, money: data.fee },
            ...(isToAddress
              ? [
                  { label: t.networkFee, money: data.network_fee, otherwise: t.notAvailable },
                  { label: t.arrives, money: data.received, otherwise: t.notPossible, isSum: true },
                ]
              : [{ label: t.credited, money: data.credited, isSum: true }]),
          ]}
        />
      )}
      {isToAddress && (
        <TextInput
          label={t.address}
          description={invoice.pay_currency === 'XRP' ? t.xrpAddressHint : undefined}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          error={fieldErrors(work.error)['address']}
          autoComplete="off"
          spellCheck={false}
          required
        />
      )}
      {isToAddress && to !== '' && (
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {confirms}
        </Text>
      )}
    </FormDialog>
  );
}
