// Payout pauses: while one is active, the service sends nothing new for the project. An inconsistent ledger or a
// problem with a deposit starts one. A person resumes payouts after a review, with a reason.
import { AppError, notFound } from '../core/errors.ts';
import type { Sql } from '../db/database.ts';
import { type NewestPage, newestPage, type PageRequest } from '../db/newest-page.ts';
import type { Tx } from '../db/tx.ts';
import type { StopCause } from '../operator/payouts/contract.ts';
import { endAlert, raiseAlert } from './alerts.ts';
import { type AuditFinding, invariantText } from './audit.ts';

const LIST_MAX = 200;
const ALERT = 'payouts_paused';

/** A person gives a reason in their own words. An automatic pause has a cause with parameters. */
type StopWhy =
  | { readonly cause: 'person'; readonly reason: string }
  | { readonly cause: 'broken_books'; readonly facts: AuditFinding }
  | { readonly cause: 'reversed_deposit'; readonly facts: ReversedFacts };

interface ReversedFacts {
  readonly deposit_id: string;
  readonly coin: string;
  readonly txid: string;
}

export interface PayoutStop {
  readonly project_id: string;
  readonly id: string;
  readonly cause: StopCause;
  readonly subject: string;
  readonly reason: string | null;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly began_at: Date;
  readonly lifted_at: Date | null;
  readonly lifted_reason: string | null;
}

const COLUMNS = 'project_id, id, cause, subject, reason, facts, began_at, lifted_at, lifted_reason';

/**
 * Pauses the project's payouts and raises an alert. The caller holds the ledger lock. Payout planning takes the lock
 * too, so it sees the pause. Returns false when the project already had a pause, active or lifted, for this cause and
 * subject: a problem that a person has reviewed does not pause payouts again.
 */
export async function stopPayouts(
  tx: Tx,
  stop: StopWhy & { projectId: string; subject: string },
): Promise<boolean> {
  const { projectId, cause, subject } = stop;
  const reason = stop.cause === 'person' ? stop.reason : null;
  const facts = stop.cause === 'person' ? {} : { ...stop.facts };
  const begun = await tx.query(
    `insert into payout_stops (project_id, id, cause, subject, reason, facts, began_at)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7) on conflict (project_id, cause, subject) do nothing returning 1`,
    [projectId, tx.newId(), cause, subject, reason, JSON.stringify(facts), tx.now],
  );
  if (begun.length === 0) return false;
  await alertStop(tx, { project_id: projectId, cause, reason, facts });
  return true;
}

/** Only a project's first active pause raises an alert. */
function alertStop(
  tx: Tx,
  stop: Pick<PayoutStop, 'project_id' | 'cause' | 'reason' | 'facts'>,
): Promise<void> {
  const { project_id, cause, reason } = stop;
  const facts = { ...stop.facts, project_id, cause, ...(reason !== null && { reason }) };
  return raiseAlert(tx, { kind: ALERT, subject: project_id, facts });
}

export async function stoppedProjects(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ project_id: string }>(
    `select distinct project_id from payout_stops
     where lifted_at is null`,
  );
  return new Set(rows.map((row) => row.project_id));
}

export function listStops(sql: Sql, requested: { withLifted: boolean }): Promise<PayoutStop[]> {
  return sql.query<PayoutStop>(
    `select ${COLUMNS} from payout_stops where $1 or (lifted_at is null)
     order by began_at desc, id desc limit ${LIST_MAX}`,
    [requested.withLifted],
  );
}

/** Newest first. Errors: 404. */
export function pageOfStops(
  sql: Sql,
  filter: PageRequest & { projectId: string | null; withLifted: boolean },
): Promise<NewestPage<PayoutStop>> {
  const { withLifted, ...page } = filter;
  return newestPage<PayoutStop>(sql, {
    ...page,
    table: 'payout_stops',
    columns: COLUMNS,
    ...(!withLifted && { always: 'lifted_at is null' }),
  });
}

/**
 * Also resolves the alert when this was the project's last pause. Errors: 404, or 422 `invalid_status` when the pause
 * was already lifted.
 */
export async function liftStop(
  tx: Tx,
  requested: { id: string; reason: string },
): Promise<PayoutStop> {
  const lifted = await tx.query<PayoutStop>(
    `update payout_stops set lifted_at = $2, lifted_reason = $3
     where id = $1 and lifted_at is null returning ${COLUMNS}`,
    [requested.id, tx.now, requested.reason],
  );
  const stop = lifted[0];
  if (stop === undefined) throw await whyNotLifted(tx, requested.id);
  const stopped = await stoppedProjects(tx);
  if (!stopped.has(stop.project_id)) await endAlert(tx, { kind: ALERT, subject: stop.project_id });
  return stop;
}

async function whyNotLifted(tx: Tx, id: string): Promise<AppError> {
  const rows = await tx.query('select 1 from payout_stops where id = $1', [id]);
  if (rows.length === 0) return notFound();
  return new AppError({
    code: 'invalid_status',
    status: 422,
    message: 'the stop was lifted before',
  });
}

interface Stop {
  readonly cause: string;
  readonly reason: string | null;
  readonly facts: Readonly<Record<string, unknown>>;
}

export function stopText({ cause, reason, facts }: Stop): string {
  if (reason !== null) return reason;
  if (cause === 'broken_books')
    return `the books do not add up: ${invariantText(String(facts['invariant']))}`;
  if (cause === 'reversed_deposit')
    return `the chain of ${facts['coin']} took back ${facts['txid']}, which was credited`;
  return cause.replaceAll('_', ' ');
}
