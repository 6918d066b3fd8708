// The rows of a file of payments: the charges, problems or result of each.
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { fullAmount } from '../../shared/amounts.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { problemText } from '../../shared/refusals.ts';
import { Status, type WithdrawalStatus, withdrawalStatus } from '../../shared/statuses.tsx';
import { type Column, RowsTable } from '../../shared/ui/tables.tsx';
import { Money } from '../../shared/ui/values.tsx';
import type { BatchRow } from './batch-file.ts';
import type { DryRunResult } from './queries.ts';
import { Verdict } from './verdict.tsx';

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
  const t = useTexts('withdrawals').batchFile;
  const w = useTexts('withdrawals');
  const { locale } = useLanguage();
  const lines = rows.map((row, n) => ({ n: n + 1, row, found: found.get(row.attempt) ?? null }));
  const columns: readonly Column<Line>[] = [
    { head: t.line, cell: ({ n }) => n },
    {
      head: w.address,
      cell: ({ row }) => <code style={{ overflowWrap: 'anywhere' }}>{row.request.address}</code>,
    },
    {
      head: w.amount,
      isAmount: true,
      cell: ({ row: { request } }) => (
        <span style={{ whiteSpace: 'nowrap' }}>
          {request.amount ? fullAmount(locale, request.amount) : '–'} {request.amount_currency}
        </span>
      ),
    },
    {
      head: w.charged,
      isAmount: true,
      cell: ({ found }) =>
        found === null || found.charged === null ? '–' : <Money {...found.charged} />,
    },
    { head: w.reference, cell: ({ row }) => row.request.custom_id },
    {
      head: t.result,
      cell: (line) => <Result project={project} line={line} />,
    },
  ];
  return (
    <RowsTable label={t.rows} rows={lines} columns={columns} rowKey={({ row }) => row.attempt} />
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
        <Link
          to="/projects/$project/withdrawals/$withdrawal"
          params={{ project, withdrawal: row.id ?? '' }}
        >
          {t.open({ n: line.n })}
        </Link>
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
