// The history of one object: its own events and the audit log, merged by time.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useTexts } from './i18n.tsx';
import { operatorQuery } from './queries.ts';
import { useCan } from './session.ts';
import { Section } from './ui/page.tsx';
import { type Step, Steps } from './ui/steps.tsx';

/** A history of more is read in the audit log. */
const ENTRIES_MAX = 25;

const known = [
  'createCustomer',
  'updateCustomer',
  'createSubscription',
  'cancelSubscription',
] as const;

/** The audit-log entries of an object, for its history. Empty for people without permission to read the log. */
export function useJournal(
  type: string,
  project: string,
  object_id: string,
  /** The names of further operations. */
  names: Readonly<Record<string, string>> = {},
): Known {
  const t = useTexts('common').history;
  const query = useQuery({
    ...operatorQuery([type, project, 'journal', object_id], 'journal.list', {
      project,
      object_id,
      limit: ENTRIES_MAX,
    }),
    enabled: useCan('journal.list'),
  });
  const rows = query.data?.rows.filter(({ result }) => result === 'done') ?? [];
  const happenings = rows.map(({ id, operation, actor, at, reason }) => {
    const name = known.find((each) => each === operation);
    const what = names[operation] ?? (name === undefined ? operation : t[name]);
    const title = t.byWhom({ what, actor });
    return { key: `${operation} ${id}`, title, text: reason, at };
  });
  return { happenings, isTruncated: query.data?.next != null };
}

/** The history of an object, newest first, each event with a link to its object. */
export function History({ lists }: { readonly lists: readonly Known[] }) {
  const t = useTexts('common').history;
  const { happenings, isTruncated } = merged(lists);
  return (
    <Section title={t.title}>
      {happenings.length === 0 && <Text c="dimmed">{t.nothing}</Text>}
      <Steps
        steps={happenings.map(({ link, ...happening }) => ({
          ...happening,
          title: link === undefined ? happening.title : <Link {...link}>{happening.title}</Link>,
        }))}
      />
      {isTruncated && (
        <Text size="sm" c="dimmed">
          {t.older}
        </Text>
      )}
    </Section>
  );
}

export interface Happening extends Step {
  readonly title: string;
  readonly at: string;
  readonly link?: LinkProps;
}

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
