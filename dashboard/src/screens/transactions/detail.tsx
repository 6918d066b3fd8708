// An object's effect on a project's money: transaction rows, postings, on-chain transactions, and callbacks.
import { Card, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { Notes } from '../../shared/notes.tsx';
import {
  CallbackTable,
  OnChainTable,
  PostingTable,
  type Trace,
  traceOf,
} from '../../shared/trace.tsx';
import { DetailPage } from '../../shared/ui/detail-page.tsx';
import { type Columns, RowsTable } from '../../shared/ui/tables.tsx';
import { CopyId, Fact, Facts, When } from '../../shared/ui/values.tsx';
import { objectOf } from './queries.ts';
import { TransactionStatus } from './statuses.tsx';

const HeldPaymentDecision = lazy(async () => ({
  default: (await import('./held-payment.tsx')).HeldPaymentDecision,
}));
const route = getRouteApi('/app/projects/$project/transactions/$reference');

export function TransactionDetail() {
  const t = useTexts('transactions');
  const labels = useTexts('trace');
  const types: Readonly<Record<string, string>> = t.referenceTypes;
  const { project, reference } = route.useParams();
  const typeOf = (trace: Trace) => types[trace.reference_type] ?? t.transaction;
  return (
    <DetailPage
      query={useQuery(traceOf('account', project, reference))}
      what={t.transaction}
      title={(trace) => {
        const name = trace.rows.find(({ custom_id: id }) => id !== null)?.custom_id ?? null;
        return name === null ? typeOf(trace) : `${typeOf(trace)} · ${name}`;
      }}
      back={{ label: t.back, to: '/projects/$project/transactions' }}
    >
      {(trace) => (
        <>
          <Card withBorder>
            <TraceFacts project={project} trace={trace} type={typeOf(trace)} />
          </Card>
          {trace.reference_type === 'ChannelPayment' && (
            <>
              <Suspense>
                <HeldPaymentDecision
                  {...{ project, id: reference }}
                  isHeld={trace.rows[0]?.status === 'on_hold'}
                />
              </Suspense>
              <Notes project={project} type="channel_payment" id={reference} />
            </>
          )}
          <Lines trace={trace} />
          <Title order={2}>{labels.postings}</Title>
          <PostingTable rows={trace.postings} />
          <Title order={2}>{labels.onChain}</Title>
          <OnChainTable rows={trace.on_chain} />
          <Title order={2}>{labels.callbacks}</Title>
          <CallbackTable type="account" project={project} id={reference} />
        </>
      )}
    </DetailPage>
  );
}

interface FactsProps {
  readonly project: string;
  readonly trace: Trace;
  readonly type: string;
}

function TraceFacts({ project, trace, type }: FactsProps) {
  const t = useTexts('transactions');
  const link = objectOf(project, trace);
  const [first] = trace.rows;
  return (
    <Facts>
      <Fact name={t.madeBy}>{link === null ? type : <Link {...link}>{type}</Link>}</Fact>
      <Fact name={t.status}>
        {first?.status == null ? null : (
          <TransactionStatus type={trace.reference_type} status={first.status} />
        )}
      </Fact>
      <Fact name={t.description}>{first?.description ?? null}</Fact>
      <Fact name={t.created}>{first === undefined ? null : <When at={first.created_at} />}</Fact>
      <Fact name={t.id} value={<CopyId value={trace.reference_id} label={t.id} />} />
    </Facts>
  );
}

function Lines({ trace: { rows } }: { readonly trace: Trace }) {
  const t = useTexts('transactions');
  const columns: Columns<Trace['rows'][number]> = [
    { head: t.account, cell: ({ currency }) => currency },
    { head: t.amount, money: ({ amount, currency }) => ({ amount, currency }) },
    { head: t.fee, money: ({ fee }) => fee },
    { head: t.booked, time: ({ booked_at: at }) => at, isExact: true, none: t.notBooked },
  ];
  if (rows.length === 0) return null;
  return (
    <>
      <Title order={2}>{t.inAccounts}</Title>
      <RowsTable label={t.inAccounts} rows={rows} columns={columns} rowKey={({ id }) => id} />
    </>
  );
}
