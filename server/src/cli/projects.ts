// `chaintill projects create|list|settings`.
import type { Command } from 'commander';
import { notFound } from '../core/errors.ts';
import { changeSettings, createProject, listProjects } from '../projects/create.ts';
import { loadProject } from '../projects/project.ts';
import { readSettings } from '../projects/settings.ts';
import { action, print, printRows, withApp } from './run.ts';

export function addProjectsCommands(program: Command): void {
  const projects = program
    .command('projects')
    .description('Merchants: each with keys, accounts and callbacks of its own');
  projects
    .command('create <name>')
    .description('Make a project with an account in every currency')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill projects create "Corner shop"')
    .action(
      action((name: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          const project = await createProject(app, name);
          print(
            options.json
              ? JSON.stringify({ id: project.id, name })
              : `Made project ${project.id} (${name})`,
          );
        }),
      ),
    );
  projects
    .command('list')
    .description('List the projects')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill projects list --json')
    .action(
      action((options: { json?: boolean }) =>
        withApp(async (app) => {
          const rows = await listProjects(app);
          printRows(
            rows.map((row) => ({
              id: row.id,
              name: row.name,
              created_at: row.created_at.toISOString(),
            })),
            options.json === true,
          );
        }),
      ),
    );
  projects
    .command('settings <project_id> [json]')
    .description(
      'Show the settings of a project, or replace them: fees, automatic resolution, strict customers',
    )
    .addHelpText(
      'after',
      '\nExample:\n  chaintill projects settings 0199... \'{"automaticResolution":{"overpaid":"refund"},"fees":{"invoice":"0.8"}}\'',
    )
    .action(
      action((projectId: string, json: string | undefined) =>
        withApp(async (app) => {
          if (json !== undefined) await changeSettings(app, projectId, readSettings(json));
          const project = await loadProject(app.db, projectId);
          if (project === null) throw notFound();
          print(JSON.stringify(project.settings, null, 2));
        }),
      ),
    );
}
