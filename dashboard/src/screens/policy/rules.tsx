// The rules of a policy as sentences, in order: the first match decides.
import { Alert, Card, List, Stack, Text, Title } from '@mantine/core';
import { ruleOutcome } from '../../shared/further-statuses.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useRuleNames } from '../../shared/reason-texts.ts';
import { Status } from '../../shared/statuses.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import { CopyId, Fact, Facts } from '../../shared/ui/values.tsx';
import type { Replay } from './queries.ts';
import { decidedText, sentencesOf } from './sentences.ts';

interface Props {
  readonly document: string;
  /** 0: built-in. Null: a draft. */
  readonly version: number | null;
}

export function Rules({ document, version }: Props) {
  const t = useTexts('policy');
  const { language, locale } = useLanguage();
  const names = useRuleNames();
  const rules = sentencesOf(document, version, { language, locale, names });
  if (rules === null) return <Text c="dimmed">{t.unreadable}</Text>;
  return (
    <Stack gap="sm" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
      {rules.map(({ name, note, conditions, outcome, decides }, n) => (
        <Card withBorder component="li" key={name}>
          <Title order={2}>
            {n + 1}. {name} <Status of={ruleOutcome} value={outcome} />
          </Title>
          {note !== null && <Text c="dimmed">{note}</Text>}
          <Text mt="xs">{t.when}</Text>
          <List size="sm">
            {conditions.map((condition) => (
              <List.Item key={condition}>{condition}</List.Item>
            ))}
          </List>
          <Text mt="xs">
            {t.outcome} <strong>{decides}</strong>.
          </Text>
        </Card>
      ))}
    </Stack>
  );
}

/** What a draft would have decided in the last 30 days, and where that differs from the actual decisions. */
export function ReplayTable({ replay }: { readonly replay: Replay }) {
  const t = useTexts('policy');
  const { language } = useLanguage();
  const reader = { language, names: useRuleNames() };
  const { differences } = replay;
  return (
    <Stack gap="md">
      <Title order={2}>{t.last30Days}</Title>
      <Facts>
        <Fact name={t.withdrawals}>{replay.attempts}</Fact>
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
            { head: t.at, time: ({ at }) => at },
            {
              head: t.value,
              money: ({ value }) => ({ amount: value.amount, currency: value.currency }),
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
