// Settles an unresolved invoice for the paid amount at the current rate: requests a quote that is valid for thirty
// seconds, and shows it with a countdown to accept or discard.
import type { Invoice, InvoiceRecalculation } from '@chaintill/client';
import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { merchant } from '../../shared/api.ts';
import { later, now, SECOND } from '../../shared/clock.ts';
import { useAction } from '../../shared/errors.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { Failed, Loading } from '../../shared/ui/page.tsx';
import { Amounts, moneyText } from '../../shared/ui/values.tsx';

interface Props {
  readonly project: string;
  readonly invoice: Invoice;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const STANDS = 30;

export function RecalculateDialog({ project, invoice, onDone, onClose }: Props) {
  const t = useTexts('invoices');
  const { locale } = useLanguage();
  const [offer, setOffer] = useState<InvoiceRecalculation>();
  const seconds = useSecondsLeft(offer?.id);
  const priceText = moneyText(locale, {
    amount: invoice.price_amount,
    currency: invoice.price_currency,
  });
  const quoteRequest = useAction({
    run: (_: undefined, attempt) =>
      merchant(project)(
        'createInvoiceRecalculation',
        { invoice_id: invoice.id },
        { attempt, confirms: t.offerConfirms({ invoice: invoice.id, sum: priceText }) },
      ),
    onDone: setOffer,
  });
  const { start } = quoteRequest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: requested once, when the dialog opens.
  useEffect(() => start(undefined), []);
  const sum =
    offer === undefined
      ? ''
      : moneyText(locale, { amount: offer.price_amount, currency: offer.price_currency });
  const settle = useAction({
    run: (id: string, attempt) =>
      merchant(project)(
        'commitInvoiceRecalculation',
        { invoice_id: invoice.id, recalculation_id: id },
        { attempt, confirms: t.settleConfirms({ sum }) },
      ),
    onDone,
  });
  return (
    <FormDialog
      title={t.recalculateTitle}
      action={t.settleSum({ sum })}
      isReady={offer !== undefined && seconds > 0}
      work={settle}
      onSubmit={() => {
        if (offer !== undefined) settle.start(offer.id);
      }}
      onClose={onClose}
    >
      <Text>{t.recalculateWhat}</Text>
      {quoteRequest.isPending && <Loading what={t.offer} />}
      {quoteRequest.isError && <Failed error={quoteRequest.error} what={t.offer} />}
      {offer !== undefined && (
        <>
          <OfferAmounts offer={offer} />
          <Text role="timer">{seconds > 0 ? t.left({ seconds }) : t.over}</Text>
          {seconds === 0 && (
            <Button
              variant="default"
              loading={quoteRequest.isPending}
              onClick={() => start(undefined)}
            >
              {t.again}
            </Button>
          )}
        </>
      )}
    </FormDialog>
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

/** Measured with the browser's clock from the response on. The service decides whether the quote is still valid. */
function useSecondsLeft(offer: string | undefined): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (offer === undefined) return;
    const end = now() + STANDS * SECOND;
    let stop = () => {};
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((end - now()) / SECOND));
      setLeft(seconds);
      if (seconds > 0) stop = later(SECOND, tick);
    };
    tick();
    return () => stop();
  }, [offer]);
  return left;
}
