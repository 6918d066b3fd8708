// The history of one object: its own events and the audit log, merged by time.
import { Card, Text, Timeline, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from './i18n.tsx';
import { operatorQuery, ROWS_OF_A_PAGE } from './queries.ts';
import { useCan } from './session.ts';
import { When } from './ui/values.tsx';

const known = [
  'createCustomer',
  'updateCustomer',
  'createSubscription',
  'cancelSubscription',
] as const;

/** The audit-log entries of an object, for its history. Empty for people without permission to read the log. */
export function useJournal(type: string, project: string, object_id: string): Known {
  const t = useTexts('common').history;
  const query = useQuery({
    ...operatorQuery([type, project, 'journal', object_id], 'journal.list', {
      project,
      object_id,
      limit: ROWS_OF_A_PAGE,
    }),
    enabled: useCan('journal.list'),
  });
  const rows = query.data?.rows.filter(({ result }) => result === 'done') ?? [];
  const happenings = rows.map(({ id, operation, actor, at, reason }) => {
    const name = known.find((each) => each === operation);
    const title = t.byWhom({ what: name === undefined ? operation : t[name], actor });
    return { key: `${operation} ${id}`, title, text: reason, at };
  });
  return { happenings, isTruncated: query.data?.next != null };
}

/** The history of an object, newest first, each event with a link to its object. */
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

export interface Happening {
  readonly key: string;
  readonly title: string;
  readonly text: ReactNode;
  /** ISO 8601. */
  readonly at: string;
  readonly link?: LinkProps;
}

/** Newest first. */
export interface Known {
  readonly happenings: readonly Happening[];
  /** There are older entries that were not read. */
  readonly isTruncated: boolean;
}

/** Newest first. Entries older than the end of a truncated list are omitted, because the history would have a gap. */
export function merged(lists: readonly Known[]): Known {
  const ends = lists.flatMap(({ happenings, isTruncated }) => {
    const last = happenings.at(-1);
    return isTruncated && last !== undefined ? [Date.parse(last.at)] : [];
  });
  const end = Math.max(Number.NEGATIVE_INFINITY, ...ends);
  const all = lists.flatMap(({ happenings }) => happenings);
  const reached = all.filter(({ at }) => Date.parse(at) >= end);
  const isTruncated = lists.some((list) => list.isTruncated);
  return { happenings: reached.sort((a, b) => Date.parse(b.at) - Date.parse(a.at)), isTruncated };
}
