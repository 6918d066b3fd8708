// One payout batch: its quote, its progress, the rows with why one is not sent, and what a person can do with it.
import { Alert, Button, Card, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { exportLink, operator } from '../../shared/api.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { toWithdrawal } from '../../shared/links.ts';
import { problemText, useRefusals } from '../../shared/refusals.ts';
import { useCan } from '../../shared/session.ts';
import { ConfirmButton } from '../../shared/ui/buttons.tsx';
import { DetailPage } from '../../shared/ui/detail-page.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { FileButtons, Titled } from '../../shared/ui/page.tsx';
import { type Column, RowsTable } from '../../shared/ui/tables.tsx';
import { Fact, Facts, moneyText, When } from '../../shared/ui/values.tsx';
import { type Batch, type BatchRow, batchOne, batchRows, changedBatch } from './batch-queries.ts';
import { BatchStatus, RowStatus, useRowStatusNames } from './batch-status.tsx';

const route = getRouteApi('/app/projects/$project/withdrawals/batch/$batch');

export function BatchDetail() {
  const t = useTexts('withdrawals').batchFile;
  const { project, batch: id } = route.useParams();
  return (
    <DetailPage
      query={useQuery(batchOne(project, id))}
      what={t.batch}
      title={({ name }) => name}
      back={{ label: t.toList, to: '/projects/$project/withdrawals/batch' }}
      actions={(batch) => <Actions batch={batch} />}
    >
      {(batch) => (
        <>
          <Notices batch={batch} />
          <Card withBorder>
            <BatchFacts batch={batch} />
          </Card>
          <Titled title={t.results}>
            <Results batch={batch} />
          </Titled>
          <Titled title={t.fileRows}>
            <Rows batch={batch} />
          </Titled>
        </>
      )}
    </DetailPage>
  );
}

const countOf = ({ results }: Batch, status: BatchRow['status']) =>
  results.find((each) => each.status === status)?.count ?? 0;

function useSum({ charged }: Batch): string {
  const { locale } = useLanguage();
  return charged?.map((money) => moneyText(locale, money)).join(', ') ?? '';
}

function Actions({ batch }: { readonly batch: Batch }) {
  const t = useTexts('withdrawals').batchFile;
  const [canSend, canCancel] = [useCan('payout-batches.send'), useCan('payout-batches.cancel')];
  const canApprove = useCan('payout-batches.approve');
  const { project_id: project, id: batch_id, status, name, held } = batch;
  const sum = useSum(batch);
  const waiting = countOf(batch, 'waiting');
  const input = { project, batch_id };
  const refreshes = changedBatch(project);
  const isOpen = status === 'checking' || status === 'ready';
  return (
    <>
      {canSend && status === 'ready' && waiting > 0 && (
        <ConfirmButton
          label={t.send({ count: waiting })}
          variant="filled"
          title={t.sendTitle}
          action={t.send({ count: waiting })}
          run={(_, attempt) =>
            operator('payout-batches.send', input, {
              attempt,
              confirms: t.confirms({ count: waiting, name, sum }),
            })
          }
          refreshes={refreshes}
        >
          {t.sendWhat({ count: waiting, sum })}
        </ConfirmButton>
      )}
      {canApprove && status === 'sending' && held > 0 && (
        <ConfirmButton
          label={t.approve({ count: held })}
          variant="filled"
          title={t.approveTitle}
          action={t.approve({ count: held })}
          run={(_, attempt) =>
            operator('payout-batches.approve', input, {
              attempt,
              confirms: t.approveConfirms({ count: held, name }),
            })
          }
          refreshes={refreshes}
        >
          {t.approveWhat({ count: held })}
        </ConfirmButton>
      )}
      {canCancel && isOpen && (
        <ConfirmButton
          label={t.cancel}
          title={t.cancelTitle}
          action={t.cancel}
          isDangerous
          run={(_, attempt) =>
            operator('payout-batches.cancel', input, {
              attempt,
              confirms: t.cancelConfirms({ name }),
            })
          }
          refreshes={refreshes}
        >
          {t.cancelWhat}
        </ConfirmButton>
      )}
      <FileButtons href={(format) => exportLink('payout-batches.rows', format, input)} />
    </>
  );
}

function Notices({ batch }: { readonly batch: Batch }) {
  const t = useTexts('withdrawals').batchFile;
  const refusals = useRefusals();
  const { status, held, approvals_given: given, approvals_needed: needed, wait_code } = batch;
  const refused = countOf(batch, 'refused');
  const waiting = countOf(batch, 'waiting');
  return (
    <>
      {status === 'checking' && <Text role="status">{t.checking}</Text>}
      {status === 'ready' && <Text role="status">{t.ready({ count: waiting })}</Text>}
      {refused > 0 && (
        <Alert color="red" role="alert" title={t.wrongRows({ count: refused })}>
          {t.wrongWhat}
        </Alert>
      )}
      {held > 0 && (
        <Alert color="yellow" title={t.held({ count: held })}>
          {t.heldWhat({ given, needed: Math.max(1, needed) })}
        </Alert>
      )}
      {wait_code !== null && <Alert color="yellow">{refusals.error(wait_code, wait_code)}</Alert>}
    </>
  );
}

function BatchFacts({ batch }: { readonly batch: Batch }) {
  const t = useTexts('withdrawals').batchFile;
  const { locale } = useLanguage();
  const sum = useSum(batch);
  return (
    <Facts>
      <Fact isLead name={t.charged} value={sum === '' ? null : sum} />
      <Fact name={t.status} value={<BatchStatus value={batch.status} />} />
      <Fact name={t.rows}>{batch.row_count.toLocaleString(locale)}</Fact>
      <Fact name={t.networkFees}>
        {batch.network_fees
          .filter(({ saved_percent: percent }) => percent > 0)
          .map(({ shared, alone, saved_percent: percent, is_estimated: isEstimated }) =>
            (isEstimated ? t.feesEstimated : t.feesShared)({
              shared: moneyText(locale, shared),
              alone: moneyText(locale, alone),
              percent: String(percent),
            }),
          )
          .join(' ') || null}
      </Fact>
      <Fact name={t.createdBy}>{batch.created_by}</Fact>
      <Fact name={t.created}>
        <When at={batch.created_at} />
      </Fact>
      <Fact name={t.sentBy}>{batch.sent_by}</Fact>
      <Fact name={t.sentAt}>{batch.sent_at === null ? null : <When at={batch.sent_at} />}</Fact>
      <Fact name={t.endedAt}>{batch.ended_at === null ? null : <When at={batch.ended_at} />}</Fact>
    </Facts>
  );
}

function Results({ batch }: { readonly batch: Batch }) {
  const t = useTexts('withdrawals').batchFile;
  const { locale } = useLanguage();
  const columns: readonly Column<Batch['results'][number]>[] = [
    { head: t.status, cell: ({ status }) => <RowStatus value={status} /> },
    { head: t.rows, isAmount: true, cell: ({ count }) => count.toLocaleString(locale) },
    {
      head: t.charged,
      isAmount: true,
      cell: ({ charged }) =>
        charged.length === 0 ? null : charged.map((money) => moneyText(locale, money)).join(', '),
    },
  ];
  return (
    <RowsTable
      label={t.results}
      rows={batch.results}
      columns={columns}
      rowKey={({ status }) => status}
    />
  );
}

function Rows({ batch }: { readonly batch: Batch }) {
  const t = useTexts('withdrawals').batchFile;
  const names = useRowStatusNames();
  const [status, setStatus] = useState<BatchRow['status'] | null>(null);
  return (
    <>
      <Group gap="xs" role="group" aria-label={t.status}>
        {[null, ...batch.results.map((each) => each.status)].map((value) => (
          <Button
            key={value}
            size="xs"
            variant={value === status ? 'filled' : 'default'}
            aria-pressed={value === status}
            onClick={() => setStatus(value)}
          >
            {value === null ? t.allRows : names[value]}
          </Button>
        ))}
      </Group>
      <ListTable
        label={t.fileRows}
        list={batchRows(batch.project_id, { of: batch, status })}
        columns={useRowColumns(batch.project_id)}
        rowKey={({ row }) => `${row}`}
        empty={t.noRows}
      />
    </>
  );
}

function useRowColumns(project: string): readonly Column<BatchRow>[] {
  const t = useTexts('withdrawals').batchFile;
  const { address, reference } = useTexts('withdrawals');
  return [
    { head: t.line, cell: ({ line }) => line },
    {
      head: address,
      cell: (row) => <code style={{ overflowWrap: 'anywhere' }}>{row.address}</code>,
    },
    { head: t.sends, money: ({ sends }) => sends },
    { head: t.charged, money: ({ charged }) => charged },
    {
      head: reference,
      cell: (row) => <span style={{ overflowWrap: 'anywhere' }}>{row.custom_id}</span>,
    },
    { head: t.result, cell: (row) => <Result project={project} row={row} /> },
  ];
}

function Result({ project, row }: { readonly project: string; readonly row: BatchRow }) {
  const t = useTexts('withdrawals').batchFile;
  const { labelled } = useTexts('common');
  useRefusals();
  const { status, withdrawal_id: id, is_held: isHeld, problems, line } = row;
  return (
    <>
      <RowStatus value={status} />{' '}
      {id !== null && <Link {...toWithdrawal(project, id)}>{t.open({ n: line })}</Link>}
      {id === null && isHeld === true && t.willWait}
      {problems.map((problem) => (
        <Text key={`${problem.target} ${problem.message}`} c="var(--mantine-color-error)">
          {labelled({ label: problem.target, value: problemText(problem) })}
        </Text>
      ))}
    </>
  );
}
