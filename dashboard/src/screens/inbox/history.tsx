// The decisions about an unmatched payment, with time and reason.
import { Card, Text, Timeline, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../shared/i18n.tsx';
import { useFactTexts } from '../../shared/reason-texts.ts';
import { When } from '../../shared/ui/values.tsx';
import { useDecisionText } from './decided-text.ts';
import { depositHistory } from './queries.ts';

export function DepositHistory({ project, id }: { readonly project: string; readonly id: string }) {
  const t = useTexts('inbox');
  const decisionText = useDecisionText();
  const { reasonIn } = useFactTexts();
  const { data = [] } = useQuery(depositHistory(project, id));
  if (data.length === 0) return null;
  return (
    <Card withBorder>
      <Title order={2} mb="md">
        {t.history}
      </Title>
      <Timeline active={data.length - 1} bulletSize={16} lineWidth={2}>
        {data.map(({ at, decision, facts }) => (
          <Timeline.Item key={`${at} ${decision}`} title={decisionText(decision)}>
            <Text component="div" size="sm">
              {reasonIn(facts) !== null && `${reasonIn(facts)} · `}
              <When at={at} />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Card>
  );
}
