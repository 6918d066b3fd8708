// Manual adjustments by the operator. Above the limit, a second person must approve. The adjustment's ID is the
// reference of its posting, so an adjustment is posted only once.
import type { App, Instance } from '../app.ts';
import { defined } from '../core/assert.ts';
import { DAY } from '../core/clock.ts';
import { AppError, apiError, notFound } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { toQuote } from '../core/money.ts';
import type { Sql } from '../db/database.ts';
import {
  type Condition,
  type NewestPage,
  newestPage,
  type PageRequest,
} from '../db/newest-page.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger } from '../ledger/post.ts';
import type { CORRECTION_STATUSES } from '../operator/accounts/contract.ts';
import { quoteNow } from '../rates/rates.ts';
import { type Adjustment, adjustWithin, withFundsRefusal } from '../transactions/adjust.ts';
import { type CorrectionPerson, isOwnCorrection, isSamePerson } from './people.ts';

// CHAINTILL_CORRECTION_LIMIT_EUR is per project in 24 hours: several small adjustments count like one large one.

export const LIMIT_CURRENCY = 'EUR';

/** In EUR cents at the buy rate, rounded up. Null without a fresh rate. */
function correctionValue(
  instance: Instance,
  { amount, currency }: { amount: bigint; currency: string },
): bigint | null {
  const size = amount < 0n ? -amount : amount;
  if (currency === LIMIT_CURRENCY) return size;
  const base = instance.currencies.get(currency);
  if (base === undefined) return null;
  const quote = defined(instance.currencies.get(LIMIT_CURRENCY), 'EUR is registered');
  try {
    const rate = quoteNow(instance, { base: currency, quote: LIMIT_CURRENCY }).buyRate;
    return toQuote(size, { base, quote, rate }, 'up');
  } catch (error) {
    if (error instanceof AppError && error.code === 'rates_unavailable') return null;
    throw error;
  }
}

/** The caller holds the ledger lock, so that concurrent adjustments count toward each other's limit. */
async function mayBookAlone(
  tx: Tx,
  { projectId, value, by }: { projectId: string; value: bigint | null; by: CorrectionPerson },
): Promise<boolean> {
  if (value === null) return false;
  const { scale } = defined(tx.instance.currencies.get(LIMIT_CURRENCY), 'EUR is registered');
  const limit = BigInt(tx.instance.config.correctionLimitEur) * 10n ** BigInt(scale);
  return value <= limit && value + (await bookedAlone(tx, projectId, by)) <= limit;
}

async function bookedAlone(tx: Tx, projectId: string, by: CorrectionPerson): Promise<bigint> {
  const rows = await tx.query<CorrectionPerson & { sum: string }>(
    `select requested_by as key, requested_by_name as name, sum(value_eur)::text as sum from corrections
     where project_id = $1 and status = 'booked' and requested_at > $2 group by 1, 2`,
    [projectId, new Date(tx.now.getTime() - DAY)],
  );
  let sum = 0n;
  for (const row of rows) if (await isSamePerson(tx, by, row)) sum += BigInt(row.sum);
  return sum;
}

export interface CorrectionRow {
  readonly id: string;
  readonly project_id: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly reason: string;
  readonly value_eur: bigint | null;
  readonly status: (typeof CORRECTION_STATUSES)[number];
  readonly requested_by: string;
  readonly requested_by_name: string;
  readonly requested_at: Date;
  readonly decided_by: string | null;
  readonly decided_by_name: string | null;
  readonly decided_at: Date | null;
  readonly refused_because: string | null;
}

const COLUMNS = `id, project_id, currency, amount, reason, value_eur, status, requested_by, requested_by_name,
  requested_at, decided_by, decided_by_name, decided_at, refused_because`;

/**
 * A retry with the ID of an earlier adjustment returns that one. Errors: 422 `insufficient_funds` for a debit that the
 * account cannot cover.
 */
export function requestCorrection(
  app: App,
  requested: Adjustment,
  by: CorrectionPerson,
): Promise<CorrectionRow> {
  const correction = { ...requested, id: requested.id ?? newId(app.clock, app.random) };
  const { projectId, id } = correction;
  return withFundsRefusal(() =>
    app.db.transaction(async (tx) => {
      await lockLedger(tx, projectId);
      const earlier = await findCorrection(tx, id);
      if (earlier !== undefined) return earlier;
      const value = correctionValue(tx.instance, correction);
      const isAlone = await mayBookAlone(tx, { projectId, value, by });
      if (isAlone) await adjustWithin(tx, correction);
      return insertCorrection(tx, correction, {
        by,
        value,
        status: isAlone ? 'booked' : 'requested',
      });
    }),
  );
}

async function insertCorrection(
  tx: Tx,
  { projectId, id, currency, amount, reason }: Adjustment & { readonly id: string },
  facts: { by: CorrectionPerson; value: bigint | null; status: 'booked' | 'requested' },
): Promise<CorrectionRow> {
  const { by, value, status } = facts;
  const [row] = await tx.query<CorrectionRow>(
    `insert into corrections (project_id, id, currency, amount, reason, value_eur, status, requested_by,
       requested_by_name, requested_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${COLUMNS}`,
    [projectId, id, currency, amount, reason, value, status, by.key, by.name, tx.now],
  );
  return defined(row, 'it was inserted');
}

/** Errors: 404, 422 `own_correction`, `invalid_status`, `insufficient_funds`. */
export function approveCorrection(
  app: App,
  id: string,
  by: CorrectionPerson,
): Promise<CorrectionRow> {
  return withFundsRefusal(() =>
    decide(app, { id, status: 'approved', by, reason: null }, async (tx, row) => {
      const { project_id: projectId, requested_by: key, requested_by_name: name } = row;
      if (await isOwnCorrection(tx, { projectId, requester: { key, name } }, by))
        throw apiError('own_correction');
      const { currency, amount, reason } = row;
      await adjustWithin(tx, { projectId, id, currency, amount, reason });
    }),
  );
}

/** The requester can also withdraw the request in this way. Errors: 404, 422 `invalid_status`. */
export function refuseCorrection(
  app: App,
  { id, reason }: { id: string; reason: string },
  by: CorrectionPerson,
): Promise<CorrectionRow> {
  return decide(app, { id, status: 'refused', by, reason }, async () => undefined);
}

interface Decision {
  readonly id: string;
  readonly status: 'approved' | 'refused';
  readonly by: CorrectionPerson;
  readonly reason: string | null;
}

type DecideStep = (tx: Tx, row: CorrectionRow) => Promise<void>;

/** A retry by the same person returns the earlier decision. */
async function decide(app: App, decision: Decision, first: DecideStep): Promise<CorrectionRow> {
  const { id, status, by, reason } = decision;
  const { project_id: projectId } = (await findCorrection(app.db, id)) ?? missing();
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, projectId);
    const row = defined(await findCorrection(tx, id), 'corrections stay');
    if (row.status === status && row.decided_by === by.key) return row;
    if (row.status !== 'requested') throw invalidStatus(row);
    await first(tx, row);
    const [decided] = await tx.query<CorrectionRow>(
      `update corrections set status = $3, decided_by = $4, decided_by_name = $5, decided_at = $6, refused_because = $7
       where project_id = $1 and id = $2 returning ${COLUMNS}`,
      [projectId, id, status, by.key, by.name, tx.now, reason],
    );
    return defined(decided, 'it was found');
  });
}

async function findCorrection(sql: Sql, id: string): Promise<CorrectionRow | undefined> {
  const [row] = await sql.query<CorrectionRow>(`select ${COLUMNS} from corrections where id = $1`, [
    id,
  ]);
  return row;
}

export function listCorrections(
  sql: Sql,
  filter: PageRequest & { projectId: string | null; status: CorrectionRow['status'] | null },
): Promise<NewestPage<CorrectionRow>> {
  const { projectId, status, after, limit } = filter;
  const page = { table: 'corrections', columns: COLUMNS, projectId, after, limit };
  // Few are pending, and a partial index covers them.
  if (status === 'requested')
    return newestPage<CorrectionRow>(sql, { ...page, always: `status = 'requested'` });
  const filters: readonly Condition[] = [[status, (place) => `status = ${place}`]];
  return newestPage<CorrectionRow>(sql, { ...page, filters });
}

function missing(): never {
  throw notFound();
}

function invalidStatus({ status }: CorrectionRow): AppError {
  return apiError('invalid_status.correction', { status });
}
