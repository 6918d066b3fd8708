// Projects, as the operator makes and sets them.
import type { projectsOperations } from '../contract/operator/projects.ts';
import { notFound } from '../core/errors.ts';
import { changeSettings, createProject, listProjects } from '../projects/create.ts';
import { loadProject } from '../projects/project.ts';
import { readSettings } from '../projects/settings.ts';
import type { HandlersOf, OperatorApp } from './operator.ts';
import { timeOf } from './present.ts';

export const projectsHandlers: HandlersOf<typeof projectsOperations> = {
  async 'projects.create'(app, { name }) {
    const { id } = await createProject(app, name);
    return { id, name };
  },
  async 'projects.list'(app) {
    const found = await listProjects(app);
    return found.map(({ id, name, created_at }) => ({ id, name, created_at: timeOf(created_at) }));
  },
  'projects.settings': (app, { project }) => settingsOf(app, project),
  async 'projects.set-settings'(app, { project, settings }) {
    await changeSettings(app, project, readSettings(settings));
    return settingsOf(app, project);
  },
};

async function settingsOf(app: OperatorApp, projectId: string): Promise<Record<string, unknown>> {
  const project = await loadProject(app.db, projectId);
  if (project === null) throw notFound();
  return { ...project.settings };
}
