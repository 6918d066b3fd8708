// What people chose for lists of the dashboard: views (filters under a name) and hidden columns. A change is one
// statement about one view or one column, so concurrent changes are all stored.
import { COLUMNS_MAX, type ListName, VIEWS_MAX } from '../contract/people/lists.ts';
import { invalid, rule } from '../core/errors.ts';
import type { Sql } from '../db/database.ts';

type Filters = Readonly<Record<string, string>>;

interface View {
  readonly name: string;
  readonly filters: Filters;
}

interface ListChoices {
  readonly list: ListName;
  /** By name. */
  readonly views: readonly View[];
  readonly hidden: readonly string[];
}

interface ListOfPerson {
  readonly userId: string;
  readonly list: ListName;
}

export async function listChoicesOf(sql: Sql, userId: string): Promise<readonly ListChoices[]> {
  const rows = await sql.query<{
    list: ListName;
    views: Readonly<Record<string, Filters>>;
    hidden: readonly string[];
  }>('select list, views, hidden from list_choices where user_id = $1 order by list', [userId]);
  return rows.map(({ list, views, hidden }) => ({ list, views: sorted(views), hidden }));
}

/** The database keeps no order of the names. */
function sorted(views: Readonly<Record<string, Filters>>): readonly View[] {
  const all = Object.entries(views).map(([name, filters]) => ({ name, filters }));
  return all.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}

/** Errors: 422 if the list has too many views. */
export async function saveView(
  sql: Sql,
  { userId, list }: ListOfPerson,
  { name, filters }: View,
): Promise<void> {
  const saved = await sql.query(
    `insert into list_choices as c (user_id, list, views)
     values ($1, $2, jsonb_build_object($3::text, $4::jsonb))
     on conflict (user_id, list) do update set views = c.views || excluded.views
       where jsonb_exists(c.views, $3)
         or (select count(*) from jsonb_object_keys(c.views)) < ${VIEWS_MAX}
     returning 1`,
    [userId, list, name, JSON.stringify(filters)],
  );
  if (saved.length === 0) throw invalid(rule.keysAtMost('views', VIEWS_MAX));
}

export async function deleteView(
  sql: Sql,
  { userId, list }: ListOfPerson,
  name: string,
): Promise<void> {
  await sql.query(
    'update list_choices set views = views - $3::text where user_id = $1 and list = $2',
    [userId, list, name],
  );
}

/** Errors: 422 if the list has too many hidden columns. */
export async function showColumn(
  sql: Sql,
  { userId, list }: ListOfPerson,
  { column, isShown }: { readonly column: string; readonly isShown: boolean },
): Promise<void> {
  if (isShown) {
    await sql.query(
      'update list_choices set hidden = array_remove(hidden, $3) where user_id = $1 and list = $2',
      [userId, list, column],
    );
    return;
  }
  const hidden = await sql.query(
    `insert into list_choices as c (user_id, list, hidden) values ($1, $2, array[$3])
     on conflict (user_id, list) do update
       set hidden = array_append(array_remove(c.hidden, $3), $3)
       where $3 = any (c.hidden) or cardinality(c.hidden) < ${COLUMNS_MAX}
     returning 1`,
    [userId, list, column],
  );
  if (hidden.length === 0) throw invalid(rule.keysAtMost('hidden', COLUMNS_MAX));
}
