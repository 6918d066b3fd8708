// Makes a project: its row and its ledger with all accounts.
import type { App } from '../app.ts';
import { invalid, rule } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { openLedger } from '../ledger/chart.ts';
import { notifyWorker } from '../workers/worker.ts';
import { KEYS_CHANGED } from './api-keys.ts';
import type { Project, ProjectSettings } from './project.ts';

const NAME_LENGTH_MAX = 255;
const LIST_MAX = 1000;

export async function createProject(app: App, name: string): Promise<Project> {
  if (name.trim() === '') throw invalid(rule.filled('name'));
  if (name.length > NAME_LENGTH_MAX) throw invalid(rule.lengthAtMost('name', NAME_LENGTH_MAX));
  const id = newId(app.clock, app.random);
  await app.db.transaction(async (tx) => {
    await tx.query('insert into projects (id, name, created_at) values ($1, $2, $3)', [
      id,
      name,
      tx.now,
    ]);
    await openLedger(tx, id);
  });
  return { id, name, settings: {} };
}

export function listProjects(app: App): Promise<(Project & { created_at: Date })[]> {
  return app.db.query<Project & { created_at: Date }>(
    `select id, name, settings, created_at from projects order by id limit ${LIST_MAX}`,
  );
}

/** Replaces the settings; every process forgets its copy. */
export async function changeSettings(
  app: App,
  projectId: string,
  settings: ProjectSettings,
): Promise<void> {
  await app.db.query('update projects set settings = $2 where id = $1', [
    projectId,
    JSON.stringify(settings),
  ]);
  await notifyWorker(app.db, KEYS_CHANGED);
}
