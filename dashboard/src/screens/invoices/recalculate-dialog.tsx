// Settles an unresolved invoice for the paid amount at the current rate: requests a quote that is valid for thirty
// seconds, and shows it with a countdown to accept or discard.
import type { Invoice, InvoiceRecalculation } from '@chaintill/client';
import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { merchant } from '../../shared/api.ts';
import { useAction } from '../../shared/errors.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { changedByProposal, type Proposal, settle } from '../../shared/proposals.ts';
import { Amounts } from '../../shared/ui/amounts.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { Failed, Loading } from '../../shared/ui/page.tsx';
import { quoteExpiry, useSecondsLeft } from '../../shared/ui/quote.tsx';
import { moneyText } from '../../shared/ui/values.tsx';
import { changedBy } from './queries.ts';

interface Props {
  readonly project: string;
  readonly invoice: Invoice;
  /** The proposal that is approved. */
  readonly proposal?: Proposal | undefined;
  readonly onClose: () => void;
}

export function RecalculateDialog({ project, invoice, proposal, onClose }: Props) {
  const t = useTexts('invoices');
  const { locale } = useLanguage();
  const [offer, setOffer] = useState<InvoiceRecalculation>();
  const [until, setUntil] = useState(0);
  const seconds = useSecondsLeft(until);
  const { id: invoice_id, price_amount, price_currency } = invoice;
  const asked = moneyText(locale, { amount: price_amount, currency: price_currency });
  const request = useAction({
    run: (_: undefined, attempt) => {
      const confirms = t.offerConfirms({ invoice: invoice_id, sum: asked });
      const api = merchant(project);
      return api('createInvoiceRecalculation', { invoice_id }, { attempt, confirms });
    },
    onDone: (made) => {
      setOffer(made);
      setUntil(quoteExpiry());
    },
  });
  const { start } = request;
  // biome-ignore lint/correctness/useExhaustiveDependencies: requested once, when the dialog opens.
  useEffect(() => start(undefined), []);
  const sum =
    offer === undefined
      ? ''
      : moneyText(locale, { amount: offer.price_amount, currency: offer.price_currency });
  return (
    <ConfirmDialog
      title={t.recalculateTitle}
      action={t.settleSum({ sum })}
      isReady={offer !== undefined && seconds > 0}
      run={(_, attempt) => {
        const input = { invoice_id, recalculation_id: offer?.id ?? '' };
        const options = { attempt, confirms: t.settleConfirms({ sum }) };
        if (proposal !== undefined) {
          const of = { project, type: 'invoice', id: invoice_id } as const;
          const way = { how: 'approve', of: proposal } as const;
          const recalculation = input.recalculation_id;
          return settle({ of, way, kind: 'acceptance', recalculation }, options);
        }
        return merchant(project)('commitInvoiceRecalculation', input, options);
      }}
      refreshes={proposal === undefined ? changedBy(project) : changedByProposal(project)}
      onClose={onClose}
    >
      {() => (
        <>
          <Text>{t.recalculateWhat}</Text>
          {request.isPending && <Loading what={t.offer} />}
          {request.isError && <Failed error={request.error} what={t.offer} />}
          {offer !== undefined && (
            <>
              <OfferAmounts offer={offer} />
              <Text role="timer">{seconds > 0 ? t.left({ seconds }) : t.over}</Text>
              {seconds === 0 && (
                <Button
                  variant="default"
                  loading={request.isPending}
                  onClick={() => start(undefined)}
                >
                  {t.again}
                </Button>
              )}
            </>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}

function OfferAmounts({ offer }: { readonly offer: InvoiceRecalculation }) {
  const t = useTexts('invoices');
  const { pay_currency: coin, price_currency: currency } = offer;
  return (
    <Amounts
      label={t.heldAmounts}
      lines={[
        { label: t.askedBefore, money: { amount: offer.previous_pay_amount, currency: coin } },
        { label: t.paidAmount, money: { amount: offer.pay_amount, currency: coin } },
        { label: t.priceBefore, money: { amount: offer.previous_price_amount, currency } },
        { label: t.fee, money: { amount: offer.fee, currency: offer.fee_currency } },
        { label: t.priceNow, money: { amount: offer.price_amount, currency }, isSum: true },
      ]}
    />
  );
}
