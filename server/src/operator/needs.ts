// Counts pending tasks, up to a hundred per kind. Rare ones have an index; for the others a slice is scanned
// (db/newest-page.ts).

import type { Static } from 'typebox';
import { listDestinations } from '../alerts/destinations.ts';
import type { App } from '../app.ts';
import { watchTaskName } from '../chains/chain.ts';
import { isAdministrative, type Notice } from '../contract/people/notices.ts';
import { DAY } from '../core/clock.ts';
import { type NewestPage, type NewestRequest, newestPage, timeOfId } from '../db/newest-page.ts';
import { listQuarantines } from '../payouts/quarantine.ts';
import { assetsWithoutRate } from './check-health.ts';
import {
  ADMINISTRATIVE_NEEDS,
  DECIDED_NEED,
  INSTANCE_NEEDS,
  type overviewOperations,
  PROJECT_NEEDS,
} from './overview/contract.ts';
import { readTasks, type TaskRow } from './workers.ts';

type ProjectNeed = (typeof PROJECT_NEEDS)[number];
type AdministrativeNeed = (typeof ADMINISTRATIVE_NEEDS)[number];
type Need = Static<(typeof overviewOperations)['overview.show']['output']>['needs'][number];
type Waiting = Pick<NewestRequest, 'table' | 'always' | 'filters' | 'joins' | 'span' | 'alias'>;

const COUNTED_MAX = 100;
/** Deliveries that failed before this are too old to matter. */
const GIVEN_UP_SINCE = 30 * DAY;

const onHold = { table: 'coin_withdrawals', always: `status = 'on_hold'` };
const approvals = `coalesce((decision ->> 'approvals')::int, 0)`;
const openAlerts = { table: 'alerts', always: 'resolved_at is null' };

const ofProject: Readonly<Record<ProjectNeed, Waiting>> = {
  deposits_unmatched: {
    table: 'deposits',
    always: 'is_unmatched',
    filters: [['dropped', (place) => `status <> ${place} and not is_small`]],
  },
  withdrawals_for_approval: { ...onHold, filters: [[0, (place) => `${approvals} > ${place}`]] },
  withdrawals_on_hold: { ...onHold, filters: [[0, (place) => `${approvals} = ${place}`]] },
  withdrawals_failed: { table: 'coin_withdrawals', always: `status = 'failed'` },
  invoices_unresolved: { table: 'invoices', always: `status = 'unresolved'` },
  invoices_high_risk: {
    table: 'invoices',
    always: `status = 'unresolved'`,
    filters: [['illicit_resource', (place) => `status_context = ${place}`]],
  },
  channel_payments_held: { table: 'channel_payments', always: `status = 'on_hold'` },
  refund_claims_claimed: { table: 'refund_claims', always: `status = 'claimed'` },
  callback_deliveries_failed: {
    table: 'deliveries',
    alias: 'd',
    always: `d.status = 'failed'`,
    joins: 'join callback_endpoints e on e.project_id = d.project_id and e.id = d.endpoint_id',
    filters: [[true, (place) => `e.is_enabled = ${place}`]],
  },
  payout_pauses: { table: 'payout_pauses', always: 'resumed_at is null' },
  corrections_for_approval: { table: 'corrections', always: `status = 'requested'` },
  proposals_open: { table: 'proposals', always: `status = 'open'` },
};

const ELSEWHERE = {
  quarantines: async ({ db }: App) => (await listQuarantines(db)).length,
  chains_not_synced: async (app: App) => (await unreadChains(app)).length,
  alerts_unreported: countUnreported,
  rates_stale: async (app: App) => assetsWithoutRate(app).length,
} as const satisfies Partial<Record<AdministrativeNeed, (app: App) => Promise<number>>>;

const ofInstance: Readonly<Record<Exclude<AdministrativeNeed, keyof typeof ELSEWHERE>, Waiting>> = {
  // Acknowledged alerts are already being handled.
  alerts: { ...openAlerts, always: 'resolved_at is null and acknowledged_at is null' },
  hot_wallets_low: {
    ...openAlerts,
    filters: [['hot_wallet_low_balance', (place) => `kind = ${place}`]],
  },
};

export interface Counted {
  /** Null: all projects and the instance. */
  readonly projectId: string | null;
  /** Includes tasks that only people with instance roles can handle. */
  readonly isOfInstance: boolean;
  /** Includes proposed decisions. */
  readonly mayDecide: boolean;
}

/** Unresolved and high-risk invoices are counted together. */
export async function countNeeds(app: App, counted: Counted): Promise<Need[]> {
  const { projectId, isOfInstance, mayDecide } = counted;
  const kinds = PROJECT_NEEDS.filter((kind) => {
    if (kind === DECIDED_NEED) return mayDecide;
    return isOfInstance || !INSTANCE_NEEDS.includes(kind);
  });
  const own = kinds.map((kind) => count(app, kind, { ...ofProject[kind], projectId }));
  if (!isOfInstance && projectId !== null) return Promise.all(own);
  const instanceNeeds = ADMINISTRATIVE_NEEDS.map((kind) =>
    kind in ELSEWHERE
      ? countElsewhere(app, kind as keyof typeof ELSEWHERE)
      : count(app, kind, { ...ofInstance[kind as keyof typeof ofInstance], projectId: null }),
  );
  return Promise.all([...own, ...instanceNeeds]);
}

type Place = { readonly projectId: string | null };

async function count(app: App, kind: Need['kind'], waiting: Waiting & Place): Promise<Need> {
  const alias = waiting.alias ?? waiting.table;
  const isNoProjects = waiting.table === 'alerts';
  const { rows, next } = await newestPage<Waits>(app.db, {
    ...pageOf(app, kind, waiting),
    columns: `${alias}.id, ${isNoProjects ? 'null::uuid' : `${alias}.project_id`} as project_id`,
  });
  const counts = new Map<string, number>();
  for (const { project_id: id } of rows) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  const projects = [...counts].map(([project_id, each]) => ({ project_id, count: each }));
  const oldest = next === null ? rows.at(-1)?.id : undefined;
  return {
    kind,
    count: rows.length,
    is_capped: next !== null,
    oldest_at: oldest === undefined ? null : new Date(timeOfId(oldest)).toISOString(),
    projects,
  };
}

function pageOf({ clock }: App, kind: Need['kind'], waiting: Waiting & Place): NewestRequest {
  const from =
    kind === 'callback_deliveries_failed' ? new Date(clock.now() - GIVEN_UP_SINCE) : null;
  const alias = waiting.alias ?? waiting.table;
  return {
    ...waiting,
    after: null,
    limit: COUNTED_MAX,
    columns: `${alias}.id`,
    span: { from, to: null, column: 'created_at' },
  };
}

export interface Waits {
  readonly id: string;
  /** Null: of the instance, or not allocated yet. */
  readonly project_id: string | null;
}

/** The newest pending items, and the ID at which the unread ones start. Null when all were read. */
export async function listWaiting(
  app: App,
  kind: Notice,
  projectId: string | null,
): Promise<NewestPage<Waits>> {
  if (kind === 'chains_not_synced') {
    const rows = (await unreadChains(app)).map(({ name }) => ({ id: name, project_id: null }));
    return { rows, next: null };
  }
  if (isAdministrative(kind)) {
    const requested = pageOf(app, kind, { ...ofInstance[kind], projectId: null });
    return newestPage<Waits>(app.db, { ...requested, columns: 'id, null::uuid as project_id' });
  }
  const requested = pageOf(app, kind, { ...ofProject[kind], projectId });
  const alias = requested.alias ?? requested.table;
  return newestPage<Waits>(app.db, { ...requested, columns: `${alias}.id, ${alias}.project_id` });
}

/** Chains whose last poll failed, in any process. */
async function unreadChains(app: App): Promise<readonly TaskRow[]> {
  const pollTasks = new Set([...app.chains.keys()].map(watchTaskName));
  const tasks = await readTasks(app.db);
  return tasks.filter(({ name, failures }) => pollTasks.has(name) && failures > 0);
}

/** The number of destinations with failing alert delivery. 1 when none is configured but one is required. */
async function countUnreported({ db, config }: App): Promise<number> {
  const on = (await listDestinations(db)).filter(({ is_enabled: isOn }) => isOn);
  if (on.length === 0) return config.rules.wantsAlertDestination ? 1 : 0;
  return on.filter(({ failures }) => failures > 0).length;
}

async function countElsewhere(app: App, kind: keyof typeof ELSEWHERE): Promise<Need> {
  const number = await ELSEWHERE[kind](app);
  return { kind, count: number, is_capped: false, oldest_at: null, projects: [] };
}
