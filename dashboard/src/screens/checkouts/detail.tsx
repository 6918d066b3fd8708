// One checkout: its price and status, what arrived and what remains, its invoices, payments and refunds.
import type { Checkout } from '@chaintill/client';
import { Button, Card, Code, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { CheckoutStatus } from '../../shared/checkout-status.tsx';
import { History, type Known, useJournal } from '../../shared/history.tsx';
import { useTexts } from '../../shared/i18n.tsx';
import { toPaymentLink } from '../../shared/links.ts';
import { MailState } from '../../shared/mail-state.tsx';
import { CustomerLink } from '../../shared/owned.tsx';
import { CallbackTable } from '../../shared/trace.tsx';
import { CoinOn } from '../../shared/ui/coin.tsx';
import { Countdown } from '../../shared/ui/countdown.tsx';
import { DetailPage } from '../../shared/ui/detail-page.tsx';
import { CopyId, Fact, Facts, Money, When } from '../../shared/ui/values.tsx';
import { AcceptButton, CancelButton, ResendReceipt } from './actions.tsx';
import { PayerLink } from './payer-link.tsx';
import { checkoutOne, checkoutReceived, type Received } from './queries.ts';
import { ItemTable, PaymentTable, RefundTable, TriedInvoices } from './received.tsx';

// Loaded on demand: only paid checkouts are refunded.
const InvoiceRefunds = lazy(async () => ({
  default: (await import('../../shared/invoice-refunds.tsx')).InvoiceRefunds,
}));
const route = getRouteApi('/app/projects/$project/checkouts/$checkout');

export function CheckoutDetail() {
  const t = useTexts('checkouts');
  const { callbacks } = useTexts('trace');
  const { project, checkout: id } = route.useParams();
  const received = useQuery(checkoutReceived(project, id));
  return (
    <DetailPage
      query={useQuery(checkoutOne(project, id))}
      what={t.checkout}
      title={({ custom_id, name }) => custom_id ?? name}
      back={{ label: t.back, to: '/projects/$project/checkouts' }}
      actions={(checkout) => (
        <>
          <AcceptButton {...{ project, checkout }} />
          <CancelButton {...{ project, checkout }} />
          <Button component="a" href={checkout.hosted_page_url} target="_blank" rel="noreferrer">
            {t.openPage}
          </Button>
        </>
      )}
    >
      {(checkout) => (
        <>
          <Card withBorder>
            <CheckoutFacts checkout={checkout} mail={received.data?.receipt_mail ?? null} />
            <ResendReceipt {...{ project, checkout }} />
          </Card>
          {checkout.status === 'open' && <PayerLink checkout={checkout} />}
          {checkout.items.length > 0 && <ItemTable checkout={checkout} />}
          <Title order={2}>{t.invoices}</Title>
          <TriedInvoices {...{ project, checkout }} />
          <Title order={2}>{t.payments}</Title>
          <PaymentTable query={received} />
          {checkout.refunds.length > 0 && <RefundTable {...{ project, checkout }} />}
          <RefundsOfInvoices {...{ project, checkout }} />
          <Title order={2}>{callbacks}</Title>
          <CallbackTable type="checkout" project={project} id={id} />
          <CheckoutHistory checkout={checkout} />
        </>
      )}
    </DetailPage>
  );
}

function RefundsOfInvoices({
  project,
  checkout,
}: {
  readonly project: string;
  readonly checkout: Checkout;
}) {
  const paid = checkout.invoices.filter(
    ({ status }) => status === 'completed' || status === 'unresolved',
  );
  return (
    <Suspense>
      {paid.map(({ id, pay_currency: coin, status }) => (
        <InvoiceRefunds
          key={id}
          {...{ project }}
          invoiceId={id}
          isUnresolved={status === 'unresolved'}
          {...(paid.length > 1 && { coin })}
        />
      ))}
    </Suspense>
  );
}

interface FactsProps {
  readonly checkout: Checkout;
  readonly mail: Received['receipt_mail'];
}

function CheckoutFacts({ checkout: of, mail }: FactsProps) {
  const t = useTexts('checkouts');
  const { project } = route.useParams();
  const { price_currency: currency } = of;
  const isOpen = of.status === 'open' || of.status === 'processing';
  return (
    <Facts>
      <Fact isLead name={t.price} value={<Money amount={of.price_amount} currency={currency} />} />
      <Fact
        name={t.status}
        value={<CheckoutStatus status={of.status} context={of.status_context} />}
      />
      <Fact name={t.paid} value={<Money amount={of.paid_amount} currency={currency} />} />
      <Fact name={t.remaining} value={<Money amount={of.remaining_amount} currency={currency} />} />
      <Fact name={t.expires}>
        <When at={of.expires_at} /> {isOpen && <Countdown until={of.expires_at} />}
      </Fact>
      <Fact name={t.completed}>
        {of.completed_at === null ? null : <When at={of.completed_at} />}
      </Fact>
      <Fact name={t.name}>{of.custom_id === null ? null : of.name}</Fact>
      <Fact name={t.reference}>{of.custom_id}</Fact>
      <Fact name={t.description}>{of.description}</Fact>
      <Fact name={t.customer}>
        {of.customer_id === null ? null : <CustomerLink id={of.customer_id} />}
      </Fact>
      <Fact name={t.ofLink}>
        {of.payment_link_id === null ? null : (
          <Link {...toPaymentLink(project, of.payment_link_id)}>{t.showLink}</Link>
        )}
      </Fact>
      <Fact name={t.payerEmail}>{of.payer_email}</Fact>
      <Fact name={t.receiptEmail}>{mail === null ? null : <MailState mail={mail} />}</Fact>
      <Fact name={t.coins}>
        {of.pay_currencies.map((coin) => (
          <div key={`${coin.currency} ${coin.network}`}>
            <CoinOn {...coin} />
          </div>
        ))}
      </Fact>
      <Fact name={t.metadata}>
        {of.metadata === null ? null : (
          <Code block tabIndex={0}>
            {JSON.stringify(of.metadata, null, 2)}
          </Code>
        )}
      </Fact>
      <Fact name={t.created} value={<When at={of.created_at} />} />
      <Fact name={t.id} value={<CopyId value={of.id} label={t.id} />} />
      <Fact name={t.page} value={<CopyId value={of.hosted_page_url} label={t.copyLink} />} />
    </Facts>
  );
}

function CheckoutHistory({ checkout }: { readonly checkout: Checkout }) {
  const t = useTexts('checkouts');
  const { project } = route.useParams();
  const { id, created_at: at } = checkout;
  const journal = useJournal('checkout', project, id, t.done);
  const isLogged = journal.happenings.some(({ key }) => key.startsWith('createCheckout'));
  const own: Known = {
    happenings: isLogged ? [] : [{ key: 'made', title: t.created, text: null, at }],
    isTruncated: false,
  };
  return <History lists={[own, journal]} />;
}
