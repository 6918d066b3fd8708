// How the whole till is: what the doctor finds, and whether what is owed is there.
import { Button, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { operator } from '../../shared/api.ts';
import { useMessages } from '../../shared/i18n.tsx';
import { checkStatus } from '../../shared/statuses/check.ts';
import { Empty } from '../../shared/ui/empty.tsx';
import { Failed } from '../../shared/ui/failed.tsx';
import { Loading } from '../../shared/ui/loading.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RowsTable } from '../../shared/ui/rows-table.tsx';
import { Status } from '../../shared/ui/status.tsx';
import { useFindingText } from './findings.ts';
import { healthWords } from './messages.ts';

/** It reads much: it is asked for when somebody looks, and not again by itself. */
const findings = queryOptions({
  queryKey: ['health', 'doctor'],
  queryFn: ({ signal }) => operator('doctor', {}, { signal }),
  refetchOnWindowFocus: false,
});

const positions = queryOptions({
  queryKey: ['health', 'solvency'],
  queryFn: ({ signal }) => operator('solvency.show', {}, { signal }),
});

export function Health() {
  const t = useMessages(healthWords);
  const findingText = useFindingText();
  const doctor = useQuery(findings);
  const again = (
    <Button variant="default" loading={doctor.isFetching} onClick={() => void doctor.refetch()}>
      {t.again}
    </Button>
  );
  return (
    <Page title={t.title} actions={again}>
      <Text c="dimmed">{t.about}</Text>
      {doctor.isPending && <Loading what={t.title} />}
      {doctor.isError && (
        <Failed error={doctor.error} what={t.title} onRetry={() => void doctor.refetch()} />
      )}
      {doctor.data !== undefined && (
        <RowsTable
          label={t.title}
          rows={[...doctor.data].sort((one, other) => rank(one.ok) - rank(other.ok))}
          rowKey={({ check, text }) => `${check} ${text}`}
          columns={[
            { head: t.check, cell: (row) => <strong>{findingText(row).title}</strong> },
            { head: t.found, cell: (row) => <Found ok={row.ok} {...findingText(row)} /> },
          ]}
        />
      )}
      <Solvency />
    </Page>
  );
}

type FoundText = Omit<ReturnType<ReturnType<typeof useFindingText>>, 'title'>;

function Found({ ok, told, advice }: FoundText & { readonly ok: boolean }) {
  return (
    <>
      <Status of={checkStatus} value={ok ? 'fine' : 'wrong'} /> {told}
      {advice !== null && <Text fw={600}>{advice}</Text>}
    </>
  );
}

/** What is wrong comes first. */
const rank = (isFine: boolean) => (isFine ? 1 : 0);

type Position = Awaited<ReturnType<typeof operator<'solvency.show'>>>['positions'][number];

function Solvency() {
  const t = useMessages(healthWords);
  const query = useQuery(positions);
  const amount = (name: 'owed' | 'held' | 'declared' | 'rest', head: string) => ({
    head,
    isAmount: true,
    cell: (row: Position) => <Money amount={row[name]} currency={row.currency} />,
  });
  return (
    <>
      <Title order={2}>{t.solvency}</Title>
      {query.isPending && <Loading what={t.solvency} />}
      {query.isError && <Failed error={query.error} what={t.solvency} />}
      {query.data?.positions.length === 0 && <Empty text={t.nothingOwed} />}
      {query.data !== undefined && query.data.positions.length > 0 && (
        <RowsTable
          label={t.solvency}
          rows={query.data.positions}
          rowKey={({ currency }) => currency}
          columns={[
            { head: t.currency, cell: ({ currency }) => <strong>{currency}</strong> },
            amount('owed', t.owed),
            amount('held', t.heldHere),
            amount('declared', t.declared),
            amount('rest', t.rest),
          ]}
        />
      )}
      {query.data != null && query.data.rest !== null && (
        <Text>
          {t.rest}: <Money {...query.data.rest} />
        </Text>
      )}
    </>
  );
}
