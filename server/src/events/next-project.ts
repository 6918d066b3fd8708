// Iterates over the projects, for work on the callbacks of each.
import type { App } from '../app.ts';

/** Sorts before all ids. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Null after the last. */
export async function nextProject(app: App, after: string): Promise<string | null> {
  const [next] = await app.db.query<{ id: string }>(
    'select id from projects where id > $1 order by id limit 1',
    [after],
  );
  return next?.id ?? null;
}
