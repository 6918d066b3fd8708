// One invoice: its status, its terms, and its timeline.
import type { Invoice } from '@chaintill/client';
import { Button, Card } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { scaled } from '../../shared/amounts.ts';
import { now } from '../../shared/clock.ts';
import { networkText } from '../../shared/code-texts.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { toCheckout } from '../../shared/links.ts';
import { Notes } from '../../shared/notes.tsx';
import { CustomerLink } from '../../shared/owned.tsx';
import { useCanSimulate } from '../../shared/session.ts';
import { InvoiceStatusBadge } from '../../shared/statuses.tsx';
import { traceOf } from '../../shared/trace.tsx';
import { Rate } from '../../shared/ui/amounts.tsx';
import { DetailPage } from '../../shared/ui/detail-page.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { CopyId, Fact, Facts, Money, When } from '../../shared/ui/values.tsx';
import { PaymentRequest } from './payment-request.tsx';
import { invoiceOne } from './queries.ts';
import { InvoiceTimeline, InvoiceTraces } from './timeline.tsx';

// Loaded on demand: few invoices need a decision, and only a sandbox simulates payments.
const InvoiceDecision = lazy(async () => ({
  default: (await import('./decision.tsx')).InvoiceDecision,
}));
const PayInvoice = lazy(async () => ({
  default: (await import('../../shared/simulated-payment.tsx')).PayInvoice,
}));
const InvoiceRefunds = lazy(async () => ({
  default: (await import('../../shared/invoice-refunds.tsx')).InvoiceRefunds,
}));
const route = getRouteApi('/app/projects/$project/invoices/$invoice');

export function InvoiceDetail() {
  const t = useTexts('invoices');
  const { project, invoice: id } = route.useParams();
  const mayPay = useCanSimulate('invoices.simulate-payment');
  return (
    <DetailPage
      query={useQuery(invoiceOne(project, id))}
      what={t.invoice}
      title={({ custom_id, name }) => custom_id ?? name}
      back={{ label: t.back, to: '/projects/$project/invoices' }}
      actions={({ hosted_page_url: url }) => (
        <Button component="a" href={url} target="_blank" rel="noreferrer">
          {t.openPage}
        </Button>
      )}
    >
      {(invoice) => (
        <>
          <Card withBorder>
            <InvoiceFacts invoice={invoice} />
          </Card>
          {invoice.status === 'new' && isUnpaid(invoice) && <PaymentRequest invoice={invoice} />}
          {mayPay && isOpen(invoice) && (
            <Suspense>
              <PayInvoice {...{ project, invoice: id }} isExpired={isExpired(invoice)} />
            </Suspense>
          )}
          <Suspense>
            <InvoiceDecision {...{ project, id }} />
          </Suspense>
          {(invoice.status === 'completed' || invoice.status === 'unresolved') && (
            <Suspense>
              <InvoiceRefunds
                project={project}
                invoiceId={id}
                isUnresolved={invoice.status === 'unresolved'}
              />
            </Suspense>
          )}
          <Section title={t.timeline}>
            <InvoiceTimeline project={project} invoice={invoice} />
          </Section>
          <Notes project={project} type="invoice" id={id} />
          <InvoiceTraces project={project} id={id} />
        </>
      )}
    </DetailPage>
  );
}

const isOpen = ({ status }: Invoice) => status === 'new' || status === 'cancelled';

const isExpired = ({ status, expires_at: at }: Invoice) =>
  status === 'cancelled' || Date.parse(at) <= now();

const isUnpaid = ({ paid_amount: paid }: Invoice) => scaled([paid]).units[0] === 0n;

function InvoiceFacts({ invoice }: { readonly invoice: Invoice }) {
  const t = useTexts('invoices');
  const { status_context: context, exchange } = invoice;
  return (
    <Facts>
      <Fact name={t.price} isLead>
        <Money amount={invoice.price_amount} currency={invoice.price_currency} />
      </Fact>
      <Fact name={t.status}>
        <InvoiceStatusBadge
          status={invoice.status}
          context={context}
          expires_at={invoice.expires_at}
          paid={invoice.paid_amount}
        />
      </Fact>
      <Fact name={t.amountDue}>
        <Money
          amount={invoice.pay_amount}
          currency={invoice.pay_currency}
          network={invoice.network}
        />
      </Fact>
      <Fact name={t.paid}>
        <Money
          amount={invoice.paid_amount}
          currency={invoice.pay_currency}
          network={invoice.network}
        />
      </Fact>
      <Fact name={t.fee} value={<Money amount={invoice.fee} currency={invoice.fee_currency} />} />
      <Fact name={t.rate}>
        {exchange === undefined ? null : (
          <Rate exchange={exchange} between={[invoice.pay_currency, invoice.price_currency]} />
        )}
      </Fact>
      <Fact name={t.expires} value={<When at={invoice.expires_at} />} />
      <Fact name={t.network}>{networkText(invoice.network)}</Fact>
      <Fact name={t.address} value={<CopyId value={invoice.address} label={t.address} isWhole />} />
      <Fact name={t.reference}>{invoice.custom_id}</Fact>
      <Fact name={t.customer} value={<CustomerLink id={invoice.customer_id} />} />
      <Fact name={t.description}>{invoice.description}</Fact>
      <CheckoutFact id={invoice.id} />
      <Fact name={t.id} value={<CopyId value={invoice.id} label={t.id} />} />
      <Fact name={t.page} value={<CopyId value={invoice.hosted_page_url} label={t.copyLink} />} />
    </Facts>
  );
}

/** Nothing for an invoice of its own. */
function CheckoutFact({ id }: { readonly id: string }) {
  const t = useTexts('invoices');
  const { project } = route.useParams();
  const owner = useQuery(traceOf('invoice', project, id)).data?.belongs_to;
  if (owner?.type !== 'checkout') return null;
  return (
    <Fact name={t.checkout}>
      <Link {...toCheckout(project, owner.id)}>{t.openCheckout}</Link>
    </Fact>
  );
}
