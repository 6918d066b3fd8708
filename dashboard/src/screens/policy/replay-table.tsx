// What a draft would have decided in the last 30 days, and where that differs from the actual decisions.
import { Alert, Stack, Title } from '@mantine/core';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useRuleNames } from '../../shared/reason-texts.ts';
import { RowsTable } from '../../shared/ui/tables.tsx';
import { CopyId, Fact, Facts, Money, When } from '../../shared/ui/values.tsx';
import type { Replay } from './queries.ts';
import { decidedText } from './sentences.ts';

export function ReplayTable({ replay }: { readonly replay: Replay }) {
  const t = useTexts('policy');
  const { language } = useLanguage();
  const reader = { language, names: useRuleNames() };
  const { differences } = replay;
  return (
    <Stack gap="md">
      <Title order={2}>{t.flows}</Title>
      <Facts>
        <Fact name={t.attempts}>{replay.attempts}</Fact>
        <Fact name={t.allowed}>{replay.allow}</Fact>
        <Fact name={t.held}>{replay.hold}</Fact>
        <Fact name={t.refused}>{replay.refuse}</Fact>
        <Fact name={t.differing}>{replay.differing}</Fact>
      </Facts>
      {differences.length === 0 ? (
        <Alert color="green">{t.noDifference}</Alert>
      ) : (
        <RowsTable
          label={t.differing}
          rows={differences}
          rowKey={({ id, at }) => `${id} ${at}`}
          columns={[
            { head: t.at, cell: ({ at }) => <When at={at} /> },
            {
              head: t.value,
              isAmount: true,
              cell: ({ value }) => <Money amount={value.amount} currency={value.currency} />,
            },
            { head: t.address, cell: ({ to }) => <CopyId value={to} label={t.address} /> },
            { head: t.was, cell: (row) => decidedText(row.was_decided, reader) },
            {
              head: t.wouldBe,
              cell: (row) => <strong>{decidedText(row.would_decide, reader)}</strong>,
            },
          ]}
        />
      )}
    </Stack>
  );
}
