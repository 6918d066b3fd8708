// The order of the rows in the list from which an object was opened, so that its page leads to the objects next to it
// and back to the same filters. Kept for the session of the tab.
import { dashboardPath } from '../site-path.ts';

const KEY = 'chaintill-rows';

interface Remembered {
  /** Path of the list and its filters, as in the URL. */
  readonly list: string;
  readonly search: string;
  /** Paths of the objects, within the dashboard. */
  readonly rows: readonly string[];
}

/** Called when a row is opened. */
export function rememberRows(links: Iterable<HTMLAnchorElement>): void {
  const rows = [...links].map(({ pathname }) => pathname.slice(dashboardPath.length));
  const { pathname, search } = location;
  const remembered: Remembered = { list: pathname.slice(dashboardPath.length), search, rows };
  sessionStorage.setItem(KEY, JSON.stringify(remembered));
}

export interface PlaceInList {
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Filters of the list. Undefined: the list is of another kind, such as the invoices of a customer. */
  readonly search: Readonly<Record<string, string>> | undefined;
}

/** Where the object of a path, within the dashboard, is in the list it was opened from. Null: in none. */
export function placeInList(path: string): PlaceInList | null {
  const { list, search, rows } = remembered();
  const at = rows.indexOf(path);
  if (at < 0) return null;
  const isItsList = path.startsWith(`${list}/`);
  return {
    before: rows[at - 1],
    after: rows[at + 1],
    search: isItsList ? Object.fromEntries(new URLSearchParams(search)) : undefined,
  };
}

function remembered(): Remembered {
  const none = { list: '', search: '', rows: [] };
  try {
    return { ...none, ...JSON.parse(sessionStorage.getItem(KEY) ?? '{}') };
  } catch {
    return none;
  }
}
