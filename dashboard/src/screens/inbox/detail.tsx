// One unmatched payment: its details, its likely purpose, and the three ways to resolve it.
import type { CoinDeposit } from '@chaintill/client';
import { Card } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { networkText } from '../../shared/code-texts.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { toInvoice } from '../../shared/links.ts';
import { Notes } from '../../shared/notes.tsx';
import { useFactTexts } from '../../shared/reason-texts.ts';
import { depositStatus, Status } from '../../shared/statuses.tsx';
import { TraceLink } from '../../shared/trace-link.tsx';
import { DetailPage } from '../../shared/ui/detail-page.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { useRiskText } from '../../shared/ui/risk.tsx';
import { Steps } from '../../shared/ui/steps.tsx';
import { CopyId, Fact, Facts, Money, shortened, When } from '../../shared/ui/values.tsx';
import { depositHistory, depositOne } from './queries.ts';

/** Also part of the answer to a search for a payment. */
const DepositDecision = lazy(async () => ({
  default: (await import('./decision.tsx')).DepositDecision,
}));
const route = getRouteApi('/app/projects/$project/inbox/$deposit');

export function DepositDetail() {
  const t = useTexts('inbox');
  const { project, deposit: id } = route.useParams();
  return (
    <DetailPage
      query={useQuery(depositOne(project, id))}
      what={t.unmatchedPayment}
      back={{ label: t.back, to: '/projects/$project/inbox' }}
    >
      {(deposit) => (
        <>
          <Card withBorder>
            <DepositFacts project={project} deposit={deposit} />
          </Card>
          <Suspense>
            <DepositDecision {...{ project, id }} />
          </Suspense>
          <Notes project={project} type="deposit" id={id} />
          <DepositHistory project={project} id={id} />
        </>
      )}
    </DetailPage>
  );
}

interface Props {
  readonly project: string;
  readonly deposit: CoinDeposit;
}

function DepositFacts({ project, deposit }: Props) {
  const t = useTexts('inbox');
  const riskText = useRiskText();
  const { reason, risk, invoice_id: invoice, channel_id: channel } = deposit;
  return (
    <Facts>
      <Fact
        isLead
        name={t.amount}
        value={
          <Money amount={deposit.amount} currency={deposit.currency} network={deposit.network} />
        }
      />
      <Fact name={t.status} value={<Status of={depositStatus} value={deposit.status} />} />
      <Fact name={t.why}>{reason === null ? null : t[reason]}</Fact>
      <Fact name={t.owner}>
        {invoice === null && channel === null && t.nobody}
        {invoice !== null && (
          <Link {...toInvoice(project, invoice)}>
            {t.ownInvoice} {deposit.custom_id ?? shortened(invoice)}
          </Link>
        )}
        {channel !== null && `${t.ownChannel} ${deposit.custom_id ?? shortened(channel)}`}
      </Fact>
      <Fact name={t.customer}>{deposit.customer_id}</Fact>
      <Fact name={t.risk}>{risk === null ? null : riskText(risk)}</Fact>
      <Fact name={t.network}>{networkText(deposit.network)}</Fact>
      <Fact name={t.seen} value={<When at={deposit.created_at} />} />
      <Fact name={t.cameTo} value={<CopyId value={deposit.address} label={t.address} isWhole />} />
      <Fact name={t.transaction} value={<CopyId value={deposit.txid} label={t.transaction} />} />
      <Fact name={t.note}>{deposit.description}</Fact>
      <Fact name={t.ledger} value={<TraceLink project={project} id={deposit.id} />} />
    </Facts>
  );
}

function DepositHistory({ project, id }: { readonly project: string; readonly id: string }) {
  const t = useTexts('inbox');
  const { reasonIn } = useFactTexts();
  const { data = [] } = useQuery(depositHistory(project, id));
  if (data.length === 0) return null;
  return (
    <Section title={t.history}>
      <Steps
        steps={data.map(({ at, decision, facts }) => ({
          key: `${at} ${decision}`,
          title: t.decisions[decision],
          text: reasonIn(facts),
          at,
        }))}
      />
    </Section>
  );
}
