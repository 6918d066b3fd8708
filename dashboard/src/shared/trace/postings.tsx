// The postings of one object, as movements between ledger accounts.
import { Text } from '@mantine/core';
import { useTexts } from '../texts.ts';
import { Empty } from '../ui/empty.tsx';
import { Money } from '../ui/money.tsx';
import { type Column, RowsTable } from '../ui/rows-table.tsx';
import { When } from '../ui/when.tsx';
import type { Posting } from './queries.ts';

export function PostingTable({ rows }: { readonly rows: readonly Posting[] }) {
  const t = useTexts('trace');
  const columns = useColumns();
  if (rows.length === 0) return <Empty text={t.noPostings} />;
  return (
    <>
      <Text c="dimmed" size="sm">
        {t.postingsHint}
      </Text>
      <RowsTable
        label={t.postings}
        rows={rows}
        columns={columns}
        rowKey={({ of, purpose }) => `${of.id} ${purpose}`}
      />
    </>
  );
}

function useColumns(): readonly Column<Posting>[] {
  const t = useTexts('trace');
  const accounts: Readonly<Record<string, string>> = useTexts('trace').accounts;
  const purposes: Readonly<Record<string, string>> = useTexts('trace').purposes;
  const forWhat = (purpose: string) =>
    purposes[
      purpose
        .replace(/^return:/, '')
        .replace(/^reverse:/, '')
        .replace(/:\d+$/, '')
    ] ?? purpose;
  return [
    { head: t.purpose, cell: ({ purpose }) => forWhat(purpose) },
    { head: t.from, cell: ({ from }) => accounts[from] ?? from },
    { head: t.to, cell: ({ to }) => accounts[to] ?? to },
    { head: t.amount, isAmount: true, cell: ({ amount }) => <Money {...amount} /> },
    { head: t.at, cell: ({ at }) => <When at={at} /> },
  ];
}
