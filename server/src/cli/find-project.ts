// The project that a command line names.
import type { App } from '../app.ts';
import { invalid, notFound, rule } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import { loadProject } from '../projects/project.ts';

/** Its id. Errors: 404, 422 for what is no UUID. */
export async function findProjectId(app: App, text: string): Promise<string> {
  if (!isUuid(text)) throw invalid(rule.uuid('project_id'));
  const project = await loadProject(app.db, text);
  if (project === null) throw notFound();
  return project.id;
}
