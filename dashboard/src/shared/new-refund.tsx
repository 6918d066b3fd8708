// Refunds a completed invoice, in whole or in part: to an address, or as a link where the customer enters one.
import type { RefundClaim } from '@chaintill/client';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { merchant } from './api.ts';
import type { OperatorApi } from './api-types.ts';
import { useFormAction } from './form-action.ts';
import { useLanguage, useTexts } from './i18n.tsx';
import { refundable } from './refund-claims.tsx';
import { AmountInput } from './ui/amount-input.tsx';
import { Dialog, FormDialog } from './ui/dialogs.tsx';
import { Loaded } from './ui/page.tsx';
import { moneyText } from './ui/values.tsx';

interface Props {
  readonly project: string;
  readonly invoiceId: string;
  readonly onClose: () => void;
  /** Absent: it is sent to an address. */
  readonly onLink?: (claim: RefundClaim) => void;
}

type Refundable = OperatorApi['refund-claims.refundable']['output'];

const DAYS = [1, 7, 30, 90, 365] as const;
const DEFAULT_DAYS = 30;
const DAY_SECONDS = 86_400;

export function NewRefundDialog(props: Props) {
  const t = useTexts('refunds');
  const left = useQuery(refundable(props.project, props.invoiceId));
  if (left.data !== undefined) return <RefundForm {...props} left={left.data} />;
  return (
    <Dialog opened onClose={props.onClose} title={t.refund}>
      <Loaded query={left} what={t.refund}>
        {() => null}
      </Loaded>
    </Dialog>
  );
}

function RefundForm({
  project,
  invoiceId,
  left,
  onClose,
  onLink,
}: Props & { readonly left: Refundable }) {
  const t = useTexts('refunds');
  const { locale } = useLanguage();
  const { currency } = left.price;
  const isConverted = left.paid.currency !== currency;
  const isLink = onLink !== undefined;
  const { form, field, dialog } = useFormAction({
    initialValues: {
      amount: left.price.amount.replace(/\.0$/, ''),
      rate: 'then',
      days: `${DEFAULT_DAYS}`,
      address: '',
    },
    run: async ({ amount, rate, days, address }, attempt) => {
      const terms = { amount, rate: rate === 'today' ? 'today' : 'then' } as const;
      const send = merchant(project);
      if (onLink !== undefined) {
        const chosen = DAYS.find((each) => `${each}` === days) ?? DEFAULT_DAYS;
        const expires_in = chosen * DAY_SECONDS;
        const input = { invoice_id: invoiceId, ...terms, expires_in };
        return send('createRefundClaim', input, { attempt });
      }
      const to = address.trim();
      const confirms = t.sendConfirms({
        sum: moneyText(locale, { amount, currency }),
        address: to,
      });
      const input = { invoice_id: invoiceId, ...terms, address: to };
      await send('createInvoiceRefund', input, { attempt, confirms });
      return null;
    },
    refreshes: [
      ['invoice', project],
      ['checkout', project],
      ['account', project],
      ['withdrawal', project],
    ],
    onDone: (claim) => {
      onClose();
      if (claim !== null) onLink?.(claim);
    },
  });
  const { address } = form.values;
  const sum = moneyText(locale, { amount: form.values.amount || '0', currency });
  return (
    <FormDialog
      title={isLink ? t.sendLinkTitle : t.refundTitle}
      action={isLink ? t.createLink : t.refundSum({ sum })}
      isDangerous={!isLink}
      onClose={onClose}
      {...dialog}
    >
      <Text>{isLink ? t.sendLinkWhat : t.refundWhat}</Text>
      <AmountInput
        label={t.amount}
        description={t.atMost({ sum: moneyText(locale, left.price) })}
        unit={currency}
        required
        data-autofocus
        {...field('amount')}
      />
      {isConverted && (
        <NativeSelect
          label={t.rate}
          description={t.rateHint}
          data={[
            { value: 'then', label: t.rateThen },
            { value: 'today', label: t.rateToday },
          ]}
          {...field('rate')}
        />
      )}
      {isLink ? (
        <NativeSelect
          label={t.validFor}
          data={DAYS.map((days) => ({ value: `${days}`, label: t.days({ days }) }))}
          {...field('days')}
        />
      ) : (
        <TextInput
          label={t.address}
          description={left.paid.currency === 'XRP' ? t.xrpAddressHint : undefined}
          autoComplete="off"
          spellCheck={false}
          required
          {...field('address')}
        />
      )}
      {!isLink && address.trim() !== '' && (
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {t.sendConfirms({ sum, address: address.trim() })}
        </Text>
      )}
    </FormDialog>
  );
}
