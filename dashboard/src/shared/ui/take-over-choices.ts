// Stores with the account what an earlier release stored in the browser for each list, once.
import { ApiError, people } from '../api.ts';
import {
  type ChoicesOfLists,
  isSameView,
  type ListChoices,
  type ListName,
  type View,
} from './list-choices.ts';

/** `keys`: of the browser's storage. Each is removed when its choices are stored. */
export async function takeOverChoices(keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const list = listOf(key);
    // Read each time: two projects may have views of one name.
    const known = (await people('me.lists', {})).find((each) => each.list === list);
    await takeOverList(list, storedIn(key), known);
    localStorage.removeItem(key);
  }
}

async function takeOverList(
  list: ListName,
  stored: ListChoices,
  known: ChoicesOfLists[number] | undefined,
): Promise<void> {
  const { views = [], hidden = [] } = known ?? {};
  for (const { name, filters } of stored.views.filter((view) => !isKnown(view, views)))
    await unlessRefused(people('me.save-view', { list, name: freeName(name, views), filters }));
  // What the person chose for the account is newer.
  if (hidden.length > 0) return;
  for (const column of stored.hidden)
    await unlessRefused(people('me.show-column', { list, column, is_shown: false }));
}

/** For example of a list that no longer exists. Only such a refusal is final: a busy service is asked again later. */
async function unlessRefused(stored: Promise<unknown>): Promise<void> {
  await stored.catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== INVALID) throw error;
  });
}

const INVALID = 422;

/** `chaintill-list-USER-PROJECT-LIST`; before, only views of transactions were stored. */
function listOf(key: string): ListName {
  const [, list = 'transactions'] =
    /^chaintill-list-[\da-f-]{36}-(?:all|[\da-f-]{36})-(.+)$/.exec(key) ?? [];
  return list.replaceAll('-', '_') as ListName;
}

function storedIn(key: string): ListChoices {
  const stored = objectOf(parsed(localStorage.getItem(key) ?? ''));
  const views = objectOf(key.startsWith('chaintill-views-') ? stored : stored['views']);
  const hidden = Array.isArray(stored['hidden']) ? (stored['hidden'] as unknown[]) : [];
  return {
    views: Object.entries(views).map(([name, filters]) => ({ name, filters: textsOf(filters) })),
    hidden: hidden.filter((id) => typeof id === 'string'),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textsOf(filters: unknown): Record<string, string> {
  const texts = Object.entries(objectOf(filters)).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as Record<string, string>;
}

function isKnown(view: View, known: readonly View[]): boolean {
  const isSame = ({ name, filters }: View) =>
    (name === view.name || name.startsWith(`${view.name} (`)) && isSameView(filters, view.filters);
  return known.some(isSame);
}

/** `name (2)` if another view has the name. */
function freeName(wanted: string, known: readonly View[], n = 1): string {
  const name = n === 1 ? wanted : `${wanted} (${n})`;
  return known.some((view) => view.name === name) ? freeName(wanted, known, n + 1) : name;
}
