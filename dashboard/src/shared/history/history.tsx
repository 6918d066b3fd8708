// The history of an object, newest first, each event with a link to its object.
import { Card, Text, Timeline, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../texts.ts';
import { When } from '../ui/when.tsx';
import { type Known, merged } from './merged.ts';

export function History({ lists }: { readonly lists: readonly Known[] }) {
  const t = useTexts('common').history;
  const { happenings, isTruncated } = merged(lists);
  return (
    <Card withBorder>
      <Title order={2} mb="md">
        {t.title}
      </Title>
      {happenings.length === 0 && <Text c="dimmed">{t.nothing}</Text>}
      <Timeline active={happenings.length} bulletSize={16} lineWidth={2}>
        {happenings.map(({ key, title, text, at, link }) => (
          <Timeline.Item
            key={key}
            title={link === undefined ? title : <Link {...link}>{title}</Link>}
          >
            <Text component="div" size="sm">
              {text}
              {text ? ' · ' : ''}
              <When at={at} />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      {isTruncated && (
        <Text size="sm" c="dimmed" mt="md">
          {t.older}
        </Text>
      )}
    </Card>
  );
}
