// The rules of a policy as sentences, in order: the first match decides.
import { Card, List, Stack, Text, Title } from '@mantine/core';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useRuleNames } from '../../shared/reason-texts.ts';
import { ruleOutcome, Status } from '../../shared/statuses.tsx';
import { sentencesOf } from './sentences.ts';

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
