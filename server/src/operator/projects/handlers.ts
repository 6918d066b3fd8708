// Projects with their settings and API keys.
import { notFound } from '../../core/errors.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../../projects/api-keys.ts';
import {
  changeSettings,
  changeSomeSettings,
  createProject,
  findProject,
  pageOfProjects,
} from '../../projects/create.ts';
import { readLogo } from '../../projects/logo.ts';
import { loadProject, type ProjectSettings } from '../../projects/project.ts';
import { readSettings } from '../../projects/settings.ts';
import { type HandlersOf, type OperatorApp, withProblems } from '../operator.ts';
import { requestedPage } from '../present.ts';
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
    return pageOfProjects(app.db, requestedPage(input));
  },
  async 'projects.show'(app, { project }) {
    return { ...(await shownProject(app, project)), unless_set: await settingsUnlessSet(app) };
  },
  'projects.update': withProblems<Operations['projects.update']>(
    async (app, { project, ...changes }) => {
      const logo = changes.logo === undefined ? null : readLogo(changes.logo, 'logo', []);
      const named = { ...changes, logo: logo?.name };
      const changed = (settings: ProjectSettings) => withChanges(settings, named);
      await changeSomeSettings(app, project, { changed, logo });
      return shownProject(app, project);
    },
    (_app, changes, problems) => findSettingProblems(changes, problems),
  ),
  'projects.settings': (app, { project }) => settingsOf(app, project),
  async 'projects.set-settings'(app, { project, settings }) {
    await changeSettings(app.db, project, readSettings(settings));
    return settingsOf(app, project);
  },
  async 'keys.create'(app, input, { actor }) {
    const { key, secret } = await createApiKey(app, input.project, {
      name: input.name ?? 'unnamed',
      apiVersion: input.api_version === '2' ? 2 : 1,
      permissions: input.permissions ?? ['read'],
      ipAllowList: input.ip_allow_list ?? [],
      ...(actor.userId !== undefined && { madeBy: actor.userId }),
    });
    return { api_key: key, api_secret: secret };
  },
  async 'keys.list'(app, { project }) {
    return (await listApiKeys(app, project)).map((row) => ({
      ...row,
      made_by: row.made_by ?? row.system_user,
      made_by_system_user: row.made_by === null && row.system_user !== null,
    }));
  },
  async 'keys.revoke'(app, { project, key }) {
    await revokeApiKey(app, project, key);
    return { project_id: project, key };
  },
};

async function settingsOf(app: OperatorApp, projectId: string): Promise<Record<string, unknown>> {
  const project = await loadProject(app.db, projectId);
  if (project === null) throw notFound();
  return { ...project.settings };
}

async function shownProject(app: OperatorApp, projectId: string) {
  const project = await findProject(app, projectId);
  return { ...project, ...shownSettings(project.settings) };
}
