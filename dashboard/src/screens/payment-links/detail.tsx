// One payment link: its address, code and button to copy, its terms, and the payments that it brought.
import type { PaymentLink } from '@chaintill/client';
import { Button, Card, Code, Switch, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { merchant } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { CheckoutStatus } from '../../shared/checkout-status.tsx';
import { History, useJournal } from '../../shared/history.tsx';
import { useTexts } from '../../shared/i18n.tsx';
import { toCheckout } from '../../shared/links.ts';
import { useCan } from '../../shared/session.ts';
import { ConfirmButton, DialogButton } from '../../shared/ui/buttons.tsx';
import { DetailPage } from '../../shared/ui/detail-page.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { CopyId, Fact, Facts, Money, shortened, When } from '../../shared/ui/values.tsx';
import { changedBy, linkCheckouts, linkOne } from './queries.ts';
import { ShareLink } from './share-link.tsx';
import { LinkStatus } from './status.tsx';

const LinkDialog = lazy(async () => ({
  default: (await import('./link-dialog.tsx')).LinkDialog,
}));

const Donors = lazy(async () => ({ default: (await import('./donors.tsx')).Donors }));

const route = getRouteApi('/app/projects/$project/payment-links/$link');

export function PaymentLinkDetail() {
  const t = useTexts('payment-links');
  const { project, link: id } = route.useParams();
  const journal = useJournal('payment_link', project, id, t.done);
  return (
    <DetailPage
      query={useQuery(linkOne(project, id))}
      what={t.link}
      title={({ name }) => name}
      back={{ label: t.back, to: '/projects/$project/payment-links' }}
      actions={(link) => <Actions link={link} />}
    >
      {(link) => (
        <>
          {link.active && <ShareLink link={link} />}
          <Card withBorder>
            <LinkFacts link={link} />
          </Card>
          {link.donation !== null && (
            <Suspense>
              <Donors {...{ project, link }} />
            </Suspense>
          )}
          <Title order={2}>{t.payments}</Title>
          <Payments />
          <History lists={[journal]} />
        </>
      )}
    </DetailPage>
  );
}

function Actions({ link }: { readonly link: PaymentLink }) {
  const t = useTexts('payment-links');
  const { project } = route.useParams();
  const canChange = useCan('replacePaymentLink');
  const { id, active } = link;
  return (
    <>
      {canChange && (
        <>
          <ConfirmButton
            label={active ? t.offButton : t.onButton}
            title={active ? t.offTitle : t.onTitle}
            action={active ? t.offAction : t.onAction}
            run={(_, attempt) =>
              merchant(project)('switchPaymentLink', { id, active: !active }, { attempt })
            }
            refreshes={changedBy(project)}
          >
            {active ? t.offWhat : t.onWhat}
          </ConfirmButton>
          <DialogButton label={t.changeButton}>
            {(onClose) => <LinkDialog {...{ project, link, onClose }} />}
          </DialogButton>
        </>
      )}
      <Button component="a" href={link.url} target="_blank" rel="noreferrer">
        {t.openPage}
      </Button>
    </>
  );
}

function LinkFacts({ link }: { readonly link: PaymentLink }) {
  const t = useTexts('payment-links');
  const { id } = useTexts('common');
  const { price_amount: amount, price_currency: currency, stock, taken, paid_late: late } = link;
  return (
    <Facts>
      {link.donation === null ? (
        <Fact
          isLead
          name={t.price}
          value={amount === null ? t.open : <Money {...{ amount, currency }} />}
        />
      ) : (
        <RaisedFacts link={link} />
      )}
      <Fact name={t.status} value={<LinkStatus link={link} />} />
      <Fact name={t.taken}>
        {stock === null ? taken + late : t.takenOf({ taken: taken + late, stock })}
      </Fact>
      <Fact name={t.paidLate}>{late === 0 ? null : t.late({ count: late })}</Fact>
      <OpenFacts link={link} />
      <Fact name={t.quantityMax}>{link.quantity_max === 1 ? null : link.quantity_max}</Fact>
      <Fact name={t.expires}>
        {link.expires_at === null ? null : <When at={link.expires_at} />}
      </Fact>
      <Fact name={t.description}>{link.description}</Fact>
      <Fact name={t.asks}>
        {[
          ...(link.email === 'none' ? [] : [t.email]),
          ...(link.shipping_address ? [t.shippingAddress] : []),
          ...link.fields.map(({ label }) => label),
        ].join(', ') || null}
      </Fact>
      <Fact name={t.thanks}>{link.success_text}</Fact>
      <Fact name={t.redirect}>{link.success_redirect_url}</Fact>
      <Fact name={t.coins}>
        {link.pay_currencies
          .map(({ currency: code, network }) => (network === null ? code : `${code} (${network})`))
          .join(', ') || t.allCoins}
      </Fact>
      <Fact name={t.created} value={<When at={link.created_at} />} />
      <Fact name={id} value={<CopyId value={link.id} label={id} />} />
    </Facts>
  );
}

/** Only confirmed money is raised. */
function RaisedFacts({ link }: { readonly link: PaymentLink }) {
  const t = useTexts('payment-links').donation;
  const { raised_amount: raised, pending_amount: pending, donation, price_currency } = link;
  const money = (amount: string | null) =>
    amount === null ? null : <Money {...{ amount, currency: price_currency }} />;
  return (
    <>
      <Fact isLead name={t.raised} value={money(raised)} />
      <Fact name={t.goal}>{money(donation?.goal_amount ?? null)}</Fact>
      <Fact name={t.pending}>{pending === '0.0' ? null : money(pending)}</Fact>
      <Fact name={t.count} value={link.donations_count} />
    </>
  );
}

function OpenFacts({ link }: { readonly link: PaymentLink }) {
  const t = useTexts('payment-links');
  const { price_currency: currency, amount_min: min, amount_max: max } = link;
  return (
    <>
      <Fact name={t.least}>{min === null ? null : <Money amount={min} currency={currency} />}</Fact>
      <Fact name={t.most}>{max === null ? null : <Money amount={max} currency={currency} />}</Fact>
      <Fact name={t.suggestions}>
        {link.suggested_amounts.length === 0
          ? null
          : link.suggested_amounts.map((amount) => (
              <div key={amount}>
                <Money {...{ amount, currency }} />
              </div>
            ))}
      </Fact>
    </>
  );
}

type Listed = OperatorApi['checkouts.list']['output']['rows'][number];

/** Unpaid checkouts are left out, because each click makes one. */
function Payments() {
  const t = useTexts('payment-links');
  const { project, link } = route.useParams();
  const [showsUnpaid, setShowsUnpaid] = useState(false);
  const columns: readonly Column<Listed>[] = [
    { head: t.number, cell: ({ id }) => <Code>{shortened(id)}</Code> },
    { head: t.status, cell: ({ status, context }) => <CheckoutStatus {...{ status, context }} /> },
    { head: t.price, money: ({ price }) => price },
    { head: t.paid, money: ({ paid }) => paid },
    { head: t.created, time: ({ created_at: at }) => at },
  ];
  return (
    <>
      <Switch
        label={t.unpaid}
        checked={showsUnpaid}
        onChange={(event) => setShowsUnpaid(event.currentTarget.checked)}
      />
      <ListTable
        label={t.payments}
        list={linkCheckouts(project, link, !showsUnpaid)}
        columns={columns}
        rowLink={({ id }) => toCheckout(project, id)}
        empty={t.noPayments}
      />
    </>
  );
}
