// Payout pauses: while one is active, the service sends nothing new for the project. An inconsistent ledger or a
// problem with a deposit starts one; a person ends it after a review.
import { type AppError, apiError, notFound } from '../core/errors.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Sql } from '../db/database.ts';
import { type NewestPage, newestPage, type PageRequest } from '../db/newest-page.ts';
import type { Tx } from '../db/tx.ts';
import type { PauseCause } from '../operator/payouts/contract.ts';
import { endAlert, raiseAlert } from './alerts.ts';
import { type AuditFinding, invariantText } from './audit.ts';

const LIST_MAX = 200;
const ALERT = 'payouts_paused';

/** A person gives a reason in their own words. An automatic pause has a cause with parameters. */
type PauseWhy =
  | { readonly cause: 'person'; readonly reason: string }
  | { readonly cause: 'broken_books'; readonly facts: AuditFinding }
  | { readonly cause: 'reversed_deposit'; readonly facts: ReversedFacts };

interface ReversedFacts {
  readonly deposit_id: string;
  readonly coin: string;
  readonly txid: string;
}

export interface PayoutPause {
  readonly project_id: string;
  readonly id: string;
  readonly cause: PauseCause;
  readonly subject: string;
  readonly reason: string | null;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly began_at: Date;
  readonly resumed_at: Date | null;
  readonly resumed_reason: string | null;
}

const COLUMNS =
  'project_id, id, cause, subject, reason, facts, began_at, resumed_at, resumed_reason';

/**
 * The caller holds the ledger lock. Payout planning takes the lock too, so no plan misses the pause. Returns false when
 * the project already had a pause for this cause and subject: a reviewed problem does not pause payouts again.
 */
export async function pausePayouts(
  tx: Tx,
  pause: PauseWhy & { projectId: string; subject: string },
): Promise<boolean> {
  const { projectId, cause, subject } = pause;
  const reason = pause.cause === 'person' ? pause.reason : null;
  const facts = pause.cause === 'person' ? {} : { ...pause.facts };
  const begun = await tx.query(
    `insert into payout_pauses (project_id, id, cause, subject, reason, facts, began_at)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7) on conflict (project_id, cause, subject) do nothing returning 1`,
    [projectId, tx.newId(), cause, subject, reason, JSON.stringify(facts), tx.now],
  );
  if (begun.length === 0) return false;
  await alertPause(tx, { project_id: projectId, cause, reason, facts });
  return true;
}

function alertPause(
  tx: Tx,
  pause: Pick<PayoutPause, 'project_id' | 'cause' | 'reason' | 'facts'>,
): Promise<void> {
  const { project_id, cause, reason } = pause;
  const facts = { ...pause.facts, project_id, cause, ...(reason !== null && { reason }) };
  return raiseAlert(tx, { kind: ALERT, subject: project_id, facts });
}

export async function pausedProjects(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ project_id: string }>(
    `select distinct project_id from payout_pauses
     where resumed_at is null`,
  );
  return new Set(rows.map((row) => row.project_id));
}

export function listPauses(sql: Sql, requested: { withResumed: boolean }): Promise<PayoutPause[]> {
  return sql.query<PayoutPause>(
    `select ${COLUMNS} from payout_pauses where $1 or (resumed_at is null)
     order by began_at desc, id desc limit ${LIST_MAX}`,
    [requested.withResumed],
  );
}

/** Newest first. Errors: 404. */
export function pageOfPauses(
  sql: Sql,
  filter: PageRequest & { projectId: string | null; withResumed: boolean },
): Promise<NewestPage<PayoutPause>> {
  const { withResumed, ...page } = filter;
  return newestPage<PayoutPause>(sql, {
    ...page,
    table: 'payout_pauses',
    columns: COLUMNS,
    ...(!withResumed && { always: 'resumed_at is null' }),
  });
}

/**
 * Also resolves the alert when this was the project's last pause. Errors: 404, or 422 `invalid_status` when the pause
 * has already ended.
 */
export async function endPause(
  tx: Tx,
  requested: { id: string; reason: string },
): Promise<PayoutPause> {
  const ended = await tx.query<PayoutPause>(
    `update payout_pauses set resumed_at = $2, resumed_reason = $3
     where id = $1 and resumed_at is null returning ${COLUMNS}`,
    [requested.id, tx.now, requested.reason],
  );
  const pause = ended[0];
  if (pause === undefined) throw await whyNotResumed(tx, requested.id);
  const stopped = await pausedProjects(tx);
  if (!stopped.has(pause.project_id))
    await endAlert(tx, { kind: ALERT, subject: pause.project_id });
  return pause;
}

async function whyNotResumed(tx: Tx, id: string): Promise<AppError> {
  const rows = await tx.query('select 1 from payout_pauses where id = $1', [id]);
  if (rows.length === 0) return notFound();
  return apiError('invalid_status.pause_ended');
}

interface Pause {
  readonly cause: string;
  readonly reason: string | null;
  readonly facts: Readonly<Record<string, unknown>>;
}

export function pauseText({ cause, reason, facts }: Pause): string {
  if (reason !== null) return reason;
  const texts = textsOf('reasons', 'en').pause;
  if (cause === 'broken_books')
    return texts.broken_books({ rule: invariantText(String(facts['invariant'])) });
  if (cause === 'reversed_deposit')
    return texts.reversed_deposit({ coin: String(facts['coin']), txid: String(facts['txid']) });
  return cause.replaceAll('_', ' ');
}
