// Resolves the projects in an input by ID or name. If there is only one project, it may be omitted.
import type { App } from '../app.ts';
import type { Fields } from '../contract/fields.ts';
import { isProjectField } from '../contract/operator/fields.ts';
import { type ErrorDetail, rule } from '../core/errors.ts';

export type Values = Readonly<Record<string, unknown>>;

/** The values with IDs in place of names. An unknown project is reported as a problem and omitted. */
export async function withProjects(
  app: App,
  { fields, values }: { fields: Fields; values: Values },
  problems: ErrorDetail[],
): Promise<Values> {
  const found: Record<string, unknown> = { ...values };
  for (const [name, field] of Object.entries(fields)) {
    if (!isProjectField(field)) continue;
    const value = values[name] ?? null;
    if (value === null) found[name] = field.whenLeftOut === 'only' ? await onlyProject(app) : null;
    // An empty shell variable must not select the only project.
    else if (value === '') problems.push(rule.filled(name));
    else if (typeof value === 'string') {
      const matches = await namedProjects(app, value);
      if (matches.length === 1) found[name] = matches[0];
      else
        problems.push(matches.length === 0 ? rule.projectNotFound(name) : rule.ambiguousName(name));
    }
  }
  return found;
}

/** Null when there are several, or none. */
async function onlyProject(app: App): Promise<string | null> {
  const rows = await app.db.query<{ id: string }>('select id from projects limit 2');
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

/** An ID takes precedence over the name of another project that looks like it. */
async function namedProjects(app: App, text: string): Promise<readonly string[]> {
  const rows = await app.db.query<{ id: string; is_id: boolean }>(
    `select id, id::text = lower($1) as is_id from projects where id::text = lower($1) or name = $1
     order by is_id desc limit 2`,
    [text],
  );
  const isById = rows[0]?.is_id === true;
  return rows.slice(0, isById ? 1 : 2).map(({ id }) => id);
}
