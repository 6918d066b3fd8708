// An object's effect on a project's money: transaction rows, postings, on-chain transactions, and callbacks.
import { Card, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n.tsx';
import {
  CallbackTable,
  OnChainTable,
  PostingTable,
  type Trace,
  traceOf,
} from '../../shared/trace.tsx';
import { Page, QueryStatus } from '../../shared/ui/page.tsx';
import { type Column, RowsTable } from '../../shared/ui/tables.tsx';
import { CopyId, Fact, Facts, Money, When } from '../../shared/ui/values.tsx';
import { objectOf } from './queries.ts';
import { useTransactionStatus } from './statuses.ts';

const route = getRouteApi('/app/projects/$project/transactions/$reference');

export function TransactionDetail() {
  const t = useTexts('transactions');
  const labels = useTexts('trace');
  const types: Readonly<Record<string, string>> = useTexts('common').referenceTypes;
  const { project, reference } = route.useParams();
  const query = useQuery(traceOf('account', project, reference));
  const trace = query.data;
  const type = trace === undefined ? t.transaction : (types[trace.reference_type] ?? t.transaction);
  const name = trace?.rows.find(({ custom_id: id }) => id !== null)?.custom_id ?? null;
  const back = {
    label: t.back,
    link: { to: '/projects/$project/transactions', params: { project } },
  } as const;
  return (
    <Page title={name === null ? type : `${type} · ${name}`} back={back}>
      <QueryStatus of={query} what={t.transaction} />
      {trace !== undefined && (
        <Stack gap="lg">
          <Card withBorder>
            <TraceFacts project={project} trace={trace} type={type} />
          </Card>
          <Lines trace={trace} />
          <Stack gap="sm">
            <Title order={2}>{labels.postings}</Title>
            <PostingTable rows={trace.postings} />
          </Stack>
          <Stack gap="sm">
            <Title order={2}>{labels.onChain}</Title>
            <OnChainTable rows={trace.on_chain} />
          </Stack>
          <Stack gap="sm">
            <Title order={2}>{labels.callbacks}</Title>
            <CallbackTable type="account" project={project} id={reference} />
          </Stack>
        </Stack>
      )}
    </Page>
  );
}

interface FactsProps {
  readonly project: string;
  readonly trace: Trace;
  readonly type: string;
}

function TraceFacts({ project, trace, type }: FactsProps) {
  const t = useTexts('transactions');
  const statusText = useTransactionStatus();
  const link = objectOf(project, trace);
  const [first] = trace.rows;
  return (
    <Facts>
      <Fact name={t.madeBy}>{link === null ? type : <Link {...link}>{type}</Link>}</Fact>
      <Fact name={t.status}>{statusText(trace.reference_type, first?.status ?? null)}</Fact>
      <Fact name={t.description}>{first?.description ?? null}</Fact>
      <Fact name={t.created}>{first === undefined ? null : <When at={first.created_at} />}</Fact>
      <Fact name={t.id} value={<CopyId value={trace.reference_id} label={t.id} />} />
    </Facts>
  );
}

function Lines({ trace: { rows } }: { readonly trace: Trace }) {
  const t = useTexts('transactions');
  const columns: readonly Column<Trace['rows'][number]>[] = [
    { head: t.account, cell: ({ currency }) => currency },
    {
      head: t.amount,
      isAmount: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      head: t.fee,
      isAmount: true,
      cell: ({ fee }) => (fee === null ? '–' : <Money {...fee} />),
    },
    { head: t.booked, cell: ({ booked_at: at }) => (at === null ? t.notBooked : <When at={at} />) },
  ];
  if (rows.length === 0) return null;
  return (
    <Stack gap="sm">
      <Title order={2}>{t.inAccounts}</Title>
      <RowsTable label={t.inAccounts} rows={rows} columns={columns} rowKey={({ id }) => id} />
    </Stack>
  );
}
