// What a person chose for a list: views (filters under a name) and hidden columns. Stored with the account.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { people } from '../api.ts';
import type { PeopleApi } from '../api-types.ts';
import { MINUTE } from '../clock.ts';
import type { TextSearch } from '../queries.ts';
import { useMe } from '../session.ts';

export type ChoicesOfLists = PeopleApi['me.lists']['output'];
type ChoicesOfList = ChoicesOfLists[number];
export type ListName = ChoicesOfList['list'];
export type ListChoices = Pick<ChoicesOfList, 'views' | 'hidden'>;
export type View = ListChoices['views'][number];

const NONE: ListChoices = { views: [], hidden: [] };

/** `list`: undefined for a list without choices. */
export function useListChoices(list: ListName | undefined): ListChoices {
  const { user } = useMe();
  const { data } = useQuery({ ...choicesOf(user.id), enabled: list !== undefined });
  return data?.find((each) => each.list === list) ?? NONE;
}

/** The choices for all lists. The last known ones are kept in the browser, so that no hidden column appears first. */
export function choicesOf(userId: string) {
  const copy = `chaintill-lists-${userId}`;
  return queryOptions({
    queryKey: ['list-choices', userId],
    queryFn: async () => {
      const stored = olderKeys(userId);
      if (stored.length > 0) await takeOver(stored);
      const choices = await people('me.lists', {});
      localStorage.setItem(copy, JSON.stringify(choices));
      return choices;
    },
    staleTime: MINUTE,
    initialData: () => knownChoices(copy),
    initialDataUpdatedAt: 0,
  });
}

/** Undefined for a copy that is damaged, or of a release with another shape: the answer of the service replaces it. */
function knownChoices(copy: string): ChoicesOfLists | undefined {
  try {
    const known = JSON.parse(localStorage.getItem(copy) ?? '') as ChoicesOfLists;
    return known.every(({ views, hidden }) => Array.isArray(views) && Array.isArray(hidden))
      ? known
      : undefined;
  } catch {
    return undefined;
  }
}

/** An earlier release stored choices in the browser: those of each person, project and list. */
function olderKeys(userId: string): readonly string[] {
  const isOlder = (key: string) =>
    key.startsWith(`chaintill-list-${userId}-`) || key.startsWith('chaintill-views-');
  return Object.keys(localStorage).filter(isOlder).sort();
}

/** If it fails, the browser keeps them, and the list is shown without them. */
async function takeOver(keys: readonly string[]): Promise<void> {
  const { takeOverChoices } = await import('./take-over-choices.ts');
  await takeOverChoices(keys).catch(() => {});
}

/** Whether the filters are exactly those of the view. */
export function isSameView(filter: TextSearch<string>, view: TextSearch<string>): boolean {
  const names = new Set([...Object.keys(filter), ...Object.keys(view)]);
  return [...names].every((name) => filter[name] === view[name]);
}
