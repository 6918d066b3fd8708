// What a person chose for a list: views (filters under a name) and hidden columns. Stored in this browser, for each
// person and project.
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { TextSearch } from '../queries.ts';
import { useMe } from '../session.ts';

export interface ListChoices {
  readonly views: Readonly<Record<string, TextSearch<string>>>;
  /** The `id` of each. */
  readonly hidden: readonly string[];
}

const NONE: ListChoices = { views: {}, hidden: [] };

interface ChosenList {
  readonly choices: ListChoices;
  readonly change: (changed: Partial<ListChoices>) => void;
}

/** `list`: its name, undefined for a list without choices. */
export function useListChoices(list: string | undefined): ChosenList {
  const { user } = useMe();
  const { project = 'all' } = useParams({ strict: false });
  const key = `chaintill-list-${user.id}-${project}-${list}`;
  const [stored, setStored] = useState<{ readonly key: string; readonly choices: ListChoices }>();
  const read = () => (list === undefined ? NONE : readChoices(key, olderViews(list, project)));
  const choices = stored?.key === key ? stored.choices : read();
  return {
    choices,
    change: (changed) => {
      const next = { ...choices, ...changed };
      localStorage.setItem(key, JSON.stringify(next));
      setStored({ key, choices: next });
    },
  };
}

/** Views of transactions that an earlier release stored. */
const olderViews = (list: string, project: string) =>
  list === 'transactions' ? stringIn(`chaintill-views-${project}`) : null;

function readChoices(key: string, older: string | null): ListChoices {
  const { views, hidden } = objectFrom(stringIn(key) ?? `{"views":${older ?? '{}'}}`);
  return {
    views: typeof views === 'object' && views !== null ? (views as ListChoices['views']) : {},
    hidden: Array.isArray(hidden) ? hidden : [],
  };
}

const stringIn = (key: string) => localStorage.getItem(key);

function objectFrom(text: string): { readonly views?: unknown; readonly hidden?: unknown } {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}

/** Whether the filters are exactly those of the view. */
export function isSameView(filter: TextSearch<string>, view: TextSearch<string>): boolean {
  const names = new Set([...Object.keys(filter), ...Object.keys(view)]);
  return [...names].every((name) => filter[name] === view[name]);
}
