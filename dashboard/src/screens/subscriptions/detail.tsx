// One subscription: its terms, its payments, and its history.
import type { Subscription } from '@chaintill/client';
import { Card, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { useAction } from '../../shared/errors.ts';
import { subscriptionStatus } from '../../shared/further-statuses.ts';
import { History, type Known, useJournal } from '../../shared/history.tsx';
import { useTexts } from '../../shared/i18n.tsx';
import { MailState } from '../../shared/mail-state.tsx';
import { OwnedInvoices, Sums, useInvoiceHistory } from '../../shared/owned.tsx';
import { useCan } from '../../shared/session.ts';
import { Status } from '../../shared/statuses.tsx';
import { CallbackTable } from '../../shared/trace.tsx';
import { ActionButton } from '../../shared/ui/buttons.tsx';
import { Countdown } from '../../shared/ui/countdown.tsx';
import { DetailPage } from '../../shared/ui/detail-page.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { PageLink } from '../../shared/ui/page-link.tsx';
import { CopyId, Fact, Facts, Money, When } from '../../shared/ui/values.tsx';
import { CancelButton } from './cancel.tsx';
import { subscriptionKnown, subscriptionOne } from './queries.ts';

type SubscriptionKnown = OperatorApi['subscriptions.show']['output'];

const route = getRouteApi('/app/projects/$project/subscriptions/$subscription');

export function SubscriptionDetail() {
  const t = useTexts('subscriptions');
  const { callbacks } = useTexts('trace');
  const { project, subscription: id } = route.useParams();
  const known = useQuery(subscriptionKnown(project, id));
  return (
    <DetailPage
      query={useQuery(subscriptionOne(project, id))}
      what={t.detail.subscription}
      title={({ name }) => name}
      back={{ label: t.title, to: '/projects/$project/subscriptions' }}
      actions={(subscription) => <CancelButton {...{ project, subscription }} />}
    >
      {(subscription) => (
        <>
          <Card withBorder>
            <SubscriptionFacts subscription={subscription} known={known.data} />
            {known.data?.mail && <SendAgain {...{ project, subscription }} />}
          </Card>
          {known.data !== undefined && <Sums of={known.data} />}
          {known.isError && <Failed error={known.error} what={t.amountsReceived} />}
          <Title order={2}>{t.invoices}</Title>
          <OwnedInvoices
            project={project}
            owner={{ subscription_id: id }}
            empty={t.detail.noInvoices}
          />
          <Title order={2}>{callbacks}</Title>
          <CallbackTable type="subscription" project={project} id={id} />
          <SubscriptionHistory subscription={subscription} />
        </>
      )}
    </DetailPage>
  );
}

interface FactsProps {
  readonly subscription: Subscription;
  readonly known: SubscriptionKnown | undefined;
}

function SubscriptionFacts({ subscription: of, known }: FactsProps) {
  const t = useTexts('subscriptions');
  const texts = useTexts('subscriptions').detail;
  return (
    <Facts>
      <Fact isLead name={t.amount} value={<Money {...of} />} />
      <Fact name={t.status} value={<Status of={subscriptionStatus} value={of.status} />} />
      <Fact name={t.payer}>{of.payer_email}</Fact>
      <Fact name={t.payerName}>{of.payer_name}</Fact>
      <Fact name={t.period}>{`${of.period_quantity} × ${t[of.period]}`}</Fact>
      <Fact name={texts.begins} value={<When at={of.current_period_starts_at} />} />
      <Fact name={t.ends}>
        <When at={of.current_period_ends_at} />{' '}
        {of.status === 'active' && <Countdown until={of.current_period_ends_at} />}
      </Fact>
      <Fact name={t.paid}>{of.current_period_paid ? t.yes : t.notYetValue}</Fact>
      <Fact name={t.starts}>{known === undefined ? null : <When at={known.starts_at} />}</Fact>
      <Fact name={texts.mail}>{known?.mail ? <MailState mail={known.mail} /> : null}</Fact>
      <Fact name={texts.created} value={<When at={of.created_at} />} />
      <Fact name={texts.cancelled}>
        {of.cancelled_at === null ? null : <When at={of.cancelled_at} />}
      </Fact>
      <Fact name={t.reference}>{of.custom_id}</Fact>
      <Fact name={texts.product}>{of.product_name}</Fact>
      <Fact name={texts.description}>{of.product_description}</Fact>
      <Fact name={texts.id} value={<CopyId value={of.id} label={texts.id} />} />
      <Fact name={texts.page}>
        <PageLink url={of.hosted_page_url} label={texts.page} open={texts.openPage} />
      </Fact>
    </Facts>
  );
}

function SubscriptionHistory({ subscription }: { readonly subscription: Subscription }) {
  const texts = useTexts('subscriptions').detail;
  const { project } = route.useParams();
  const { id, created_at, cancelled_at } = subscription;
  const journal = useJournal('subscription', project, id);
  const invoices = useInvoiceHistory({ project, owner: { subscription_id: id } });
  const reported = (operation: string) =>
    journal.happenings.some(({ key }) => key.startsWith(operation));
  const own: Known = {
    happenings: [
      ...(cancelled_at === null || reported('cancelSubscription')
        ? []
        : [{ key: 'cancelled', title: texts.cancelled, text: null, at: cancelled_at }]),
      ...(reported('createSubscription')
        ? []
        : [{ key: 'made', title: texts.created, text: null, at: created_at }]),
    ],
    isTruncated: false,
  };
  return <History lists={[own, journal, invoices]} />;
}

interface Props {
  readonly project: string;
  readonly subscription: Subscription;
}

function SendAgain({ project, subscription }: Props) {
  const texts = useTexts('subscriptions').detail;
  const canSend = useCan('subscriptions.resend');
  const { id, status, current_period_paid: isPaid } = subscription;
  const send = useAction({
    run: () => operator('subscriptions.resend', { project, subscription_id: id }),
    refreshes: [['subscription', project]],
  });
  if (!canSend || status !== 'active' || isPaid) return null;
  return (
    <>
      <div>
        <ActionButton work={send} size="xs">
          {texts.sendAgain}
        </ActionButton>
      </div>
      {send.isError && <Failed error={send.error} />}
    </>
  );
}
