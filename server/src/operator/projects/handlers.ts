// Projects: the operator creates and configures them.
import { notFound } from '../../core/errors.ts';
import {
  changeSettings,
  changeSomeSettings,
  createProject,
  findProject,
  pageOfProjects,
} from '../../projects/create.ts';
import { loadProject } from '../../projects/project.ts';
import { readSettings } from '../../projects/settings.ts';
import { type HandlersOf, type OperatorApp, withProblems } from '../operator.ts';
import { requestedPage, shownPage, timeOf } from '../present.ts';
import {
  findSettingProblems,
  settingsUnlessSet,
  shownSettings,
  withChanges,
} from '../project-settings/handlers.ts';
import type { projectsOperations } from './contract.ts';

type Operations = typeof projectsOperations;

export const projectsHandlers: HandlersOf<Operations> = {
  async 'projects.create'(app, { name }) {
    const { id } = await createProject(app, name);
    return { id, name };
  },
  async 'projects.list'(app, input) {
    return shownPage(await pageOfProjects(app.db, requestedPage(input)), (project) => ({
      id: project.id,
      name: project.name,
      created_at: timeOf(project.created_at),
    }));
  },
  async 'projects.show'(app, { project }) {
    return { ...(await shownProject(app, project)), unless_set: await settingsUnlessSet(app) };
  },
  'projects.update': withProblems<Operations['projects.update']>(
    async (app, { project, ...changes }) => {
      await changeSomeSettings(app, project, (settings) => withChanges(settings, changes));
      return shownProject(app, project);
    },
    (_app, changes, problems) => findSettingProblems(changes, problems),
  ),
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

async function shownProject(app: OperatorApp, projectId: string) {
  const { id, name, created_at, settings } = await findProject(app, projectId);
  return { id, name, created_at: timeOf(created_at), ...shownSettings(settings) };
}
