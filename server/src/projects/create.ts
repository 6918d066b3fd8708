// Creates a project: its row, and its ledger with all accounts.
import type { App } from '../app.ts';
import { invalid, notFound, rule } from '../core/errors.ts';
import { nthSlot, type Slot, withSlot } from '../core/slots.ts';
import type { Sql } from '../db/database.ts';
import { type NewestPage, newestPage, type PageRequest } from '../db/newest-page.ts';
import { addToSetting } from '../db/settings.ts';
import type { Tx } from '../db/tx.ts';
import { openLedger } from '../ledger/chart.ts';
import { notifyWorker } from '../workers/worker.ts';
import { KEYS_CHANGED } from './api-keys.ts';
import type { LogoImage } from './logo.ts';
import type { Project, ProjectSettings } from './project.ts';
import { storeLogo } from './store-logos.ts';

const NAME_LENGTH_MAX = 255;
const LIST_MAX = 1000;
const SLOTS_ASSIGNED = 'project_slots';

export async function createProject(app: App, name: string): Promise<Project> {
  if (name.trim() === '') throw invalid(rule.filled('name'));
  if (name.length > NAME_LENGTH_MAX) throw invalid(rule.lengthAtMost('name', NAME_LENGTH_MAX));
  const id = await app.db.transaction(async (tx) => {
    const ownId = withSlot(tx.newId(), await nextSlot(tx));
    await tx.query('insert into projects (id, name, created_at) values ($1, $2, $3)', [
      ownId,
      name,
      tx.now,
    ]);
    await openLedger(tx, ownId);
    return ownId;
  });
  return { id, name, settings: {} };
}

/** Null for an instance that is not a cell. */
async function nextSlot(tx: Tx): Promise<Slot | null> {
  const { cell } = tx.instance.config;
  return cell === null ? null : nthSlot(cell, await addToSetting(tx, SLOTS_ASSIGNED, 1));
}

export function listProjects(app: App): Promise<(Project & { created_at: Date })[]> {
  return app.db.query<Project & { created_at: Date }>(
    `select id, name, settings, created_at from projects order by id limit ${LIST_MAX}`,
  );
}

export interface ListedProject {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
}

/** Newest first. Errors: 404. */
export function pageOfProjects(
  sql: Sql,
  requested: PageRequest,
): Promise<NewestPage<ListedProject>> {
  const columns = 'projects.id, name, created_at';
  return newestPage(sql, { ...requested, table: 'projects', columns, projectId: null });
}

/** Errors: 404. */
export async function findProject(app: App, id: string): Promise<Project & { created_at: Date }> {
  const [row] = await app.db.query<Project & { created_at: Date }>(
    'select id, name, settings, created_at from projects where id = $1',
    [id],
  );
  if (row === undefined) throw notFound();
  return row;
}

interface SettingChanges {
  changed(settings: ProjectSettings): ProjectSettings;
  /** Null: no new one. */
  readonly logo: LogoImage | null;
}

/** Keeps concurrent changes to other settings. Errors: 404. */
export async function changeSomeSettings(
  app: App,
  projectId: string,
  { changed, logo }: SettingChanges,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [row] = await tx.query<{ settings: ProjectSettings }>(
      'select settings from projects where id = $1 for update',
      [projectId],
    );
    if (row === undefined) throw notFound();
    if (logo !== null) await storeLogo(tx, projectId, logo);
    await changeSettings(tx, projectId, changed(row.settings));
  });
}

/** Replaces all settings. Every process clears its cache. */
export async function changeSettings(
  sql: Sql,
  projectId: string,
  settings: ProjectSettings,
): Promise<void> {
  await sql.query('update projects set settings = $2 where id = $1', [
    projectId,
    JSON.stringify(settings),
  ]);
  await notifyWorker(sql, KEYS_CHANGED);
}
