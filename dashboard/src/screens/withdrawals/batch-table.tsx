// The rows of a file of payments: the charges, problems or result of each.
import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { fullAmount } from '../../shared/amounts.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { toWithdrawal } from '../../shared/links.ts';
import { problemText } from '../../shared/refusals.ts';
import { Status, type WithdrawalStatus, withdrawalStatus } from '../../shared/statuses.tsx';
import { ConfirmButton } from '../../shared/ui/buttons.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { type Columns, RowsTable } from '../../shared/ui/tables.tsx';
import { moneyText } from '../../shared/ui/values.tsx';
import { type BatchRow, onceMore } from './batch-file.ts';
import type { DryRunResult } from './queries.ts';
import { Verdict } from './quote-step.tsx';
import type { Batch } from './use-batch.ts';

interface BatchSendProps {
  readonly batch: Batch;
  readonly waiting: readonly BatchRow[];
  readonly charged: DryRunResult['charged'] | null;
}

/** Sends the pending rows of a file. Shows their number and total, and the step-up confirms them with every address. */
export function BatchSend({ batch, waiting, charged }: BatchSendProps) {
  const t = useTexts('withdrawals').batchFile;
  const { locale } = useLanguage();
  const amountText = charged?.map((money) => moneyText(locale, money)).join(', ') ?? null;
  const isFirst = waiting.length === batch.rows.length;
  const count = waiting.length;
  const action = isFirst ? t.send({ count }) : t.goOn({ count });
  const confirms =
    amountText === null ? t.confirms({ count }) : t.confirmsPriced({ count, sum: amountText });
  return (
    <Group gap="md">
      <ConfirmButton
        label={action}
        variant="filled"
        isLoading={batch.isRunning}
        title={t.sendTitle}
        action={action}
        run={async () => batch.send([confirms, ...waiting.map(sentIn(locale))])}
      >
        {amountText === null ? t.what({ count }) : t.whatPriced({ count, sum: amountText })}
      </ConfirmButton>
      {amountText !== null && <Text fw={600}>{t.sum({ sum: amountText })}</Text>}
    </Group>
  );
}

const sentIn =
  (locale: string) =>
  ({ request }: BatchRow): string => {
    const { amount = '', amount_currency: currency = '', received_currency, address } = request;
    const coin = currency === received_currency ? '' : ` (${received_currency})`;
    return `${moneyText(locale, { amount, currency })}${coin} → ${address}`;
  };

interface Props {
  readonly project: string;
  readonly rows: readonly BatchRow[];
  readonly found: Found;
}

/** Dry-run results of the pending rows, by their `attempt`. */
export type Found = ReadonlyMap<string, DryRunResult['rows'][number]>;

interface Line {
  readonly n: number;
  readonly row: BatchRow;
  readonly found: DryRunResult['rows'][number] | null;
}

export function BatchTable({ project, rows, found }: Props) {
  const t = useTexts('withdrawals');
  const { line: head, result, rows: label } = t.batchFile;
  const { locale } = useLanguage();
  const lines = rows.map((row, n) => ({ n: n + 1, row, found: found.get(row.attempt) ?? null }));
  const columns: Columns<Line> = [
    { head, cell: ({ n }) => n },
    {
      head: t.address,
      cell: ({ row }) => <code style={{ overflowWrap: 'anywhere' }}>{row.request.address}</code>,
    },
    {
      head: t.amount,
      isAmount: true,
      cell: ({ row: { request } }) => (
        <span style={{ whiteSpace: 'nowrap' }}>
          {request.amount ? fullAmount(locale, request.amount) : '–'} {request.amount_currency}
        </span>
      ),
    },
    { head: t.charged, money: (line) => line.found?.charged ?? null },
    { head: t.reference, cell: ({ row }) => row.request.custom_id },
    { head: result, cell: (line) => <Result project={project} line={line} /> },
  ];
  return (
    <RowsTable label={label} rows={lines} columns={columns} rowKey={({ row }) => row.attempt} />
  );
}

function Result({ project, line }: { readonly project: string; readonly line: Line }) {
  const t = useTexts('withdrawals').batchFile;
  const { labelled } = useTexts('common');
  const { row, found } = line;
  if (row.state === 'refused') return <Text c="var(--mantine-color-error)">{row.problem}</Text>;
  if (row.state === 'done')
    return (
      <>
        <Status of={withdrawalStatus} value={row.status as WithdrawalStatus} />{' '}
        <Link {...toWithdrawal(project, row.id ?? '')}>{t.open({ n: line.n })}</Link>
      </>
    );
  if (found === null) return t.waits;
  if (found.problems.length === 0) return <Verdict decision={found.decision} />;
  return found.problems.map((problem) => (
    <Text key={`${problem.target} ${problem.message}`} c="var(--mantine-color-error)">
      {labelled({ label: problem.target, value: problemText(problem) })}
    </Text>
  ));
}

interface BatchChoiceProps {
  readonly batch: Batch;
  readonly onFile: (file: File) => Promise<void>;
}

/** Selects a file of payments, or discards the current one, after confirmation if it was partly sent. */
export function BatchChoice({ batch, onFile }: BatchChoiceProps) {
  const t = useTexts('withdrawals').batchFile;
  const [requested, setRequested] = useState<(() => Promise<void>) | null>(null);
  // Allows the same file to be selected again.
  const reset = useRef<() => void>(null);
  const waiting = batch.rows.filter(({ state }) => state === 'waiting').length;
  const begun = batch.rows.length - waiting;
  const drop = (step: () => Promise<void>) => {
    if (begun > 0 && waiting > 0) setRequested(() => step);
    else void step();
  };
  const choose = (file: File | null) => {
    reset.current?.();
    if (file !== null) drop(() => onFile(file));
  };
  return (
    <Group gap="sm">
      <FileButton resetRef={reset} onChange={choose} accept=".csv,text/csv,text/plain">
        {(props) => (
          <Button variant="default" disabled={batch.isRunning} {...props}>
            {t.choose}
          </Button>
        )}
      </FileButton>
      {batch.rows.length > 0 && (
        <Button
          variant="subtle"
          onClick={() => drop(async () => batch.clear())}
          disabled={batch.isRunning}
        >
          {t.forget}
        </Button>
      )}
      {requested !== null && (
        <ConfirmDialog
          title={t.forgetTitle}
          action={t.forget}
          isDangerous
          run={requested}
          onClose={() => setRequested(null)}
        >
          {t.forgetWhat({ waiting, all: batch.rows.length })}
        </ConfirmDialog>
      )}
    </Group>
  );
}

interface BatchRepeatedProps {
  readonly batch: Batch;
  readonly repeated: readonly BatchRow[];
}

/**
 * Rows that were already sent: same address, same amount and coin. They are skipped, or sent again on explicit request.
 */
export function BatchRepeated({ batch, repeated }: BatchRepeatedProps) {
  const t = useTexts('withdrawals').batchFile;
  const count = repeated.length;
  const again = new Set(repeated.map(({ attempt }) => attempt));
  const leaveOut = () => {
    const left = batch.rows.filter(({ attempt }) => !again.has(attempt));
    if (left.length === 0) batch.clear();
    else batch.take(left);
  };
  const payOnceMore = async () =>
    batch.take(batch.rows.map((row) => (again.has(row.attempt) ? onceMore(row) : row)));
  return (
    <Alert color="red" role="alert" title={t.repeated({ count })}>
      <Stack gap="sm">
        <Text size="sm">{t.repeatedWhy}</Text>
        <Group gap="sm">
          <Button onClick={leaveOut}>{t.leaveOut({ count })}</Button>
          <ConfirmButton
            label={t.onceMore({ count })}
            title={t.onceMoreTitle}
            action={t.onceMore({ count })}
            isDangerous
            run={payOnceMore}
          >
            {t.onceMoreWhat({ count })}
          </ConfirmButton>
        </Group>
      </Stack>
    </Alert>
  );
}

/** The generated reference is already in use, and that is the only problem. */
export function isRepeated({ round, attempt }: BatchRow, found: Found): boolean {
  const problems = found.get(attempt)?.problems ?? [];
  return (round ?? 0) > 0 && problems.every(({ code }) => code === 'duplicate_custom_id');
}
