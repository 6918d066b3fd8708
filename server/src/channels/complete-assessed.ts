// Completes channel payments in the transaction that stores the assessment of their deposits. Changes are computed
// before it, so that the ledger lock is held only briefly.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { refuseChanged, VERSION, type Versioned, versionsOf } from '../db/versions.ts';
import {
  type AssessedDeposit,
  assessmentsOf,
  type DepositRow,
  depositsNow,
  refuseChangedDeposits,
} from '../deposits/deposit.ts';
import type { Project } from '../projects/project.ts';
import { planStep } from './plan-step.ts';
import {
  CHANNEL_COLUMNS,
  type ChannelPaymentRow,
  type ChannelRow,
  PAYMENT_COLUMNS,
} from './store-channels.ts';
import { type Step, updateRows } from './store-steps.ts';

export interface CompletedPayments {
  readonly steps: readonly Step[];
  readonly payments: readonly (ChannelPaymentRow & Versioned)[];
  readonly channels: readonly (ChannelRow & Versioned)[];
  readonly deposits: readonly (DepositRow & Versioned)[];
}

export async function planCompletedPayments(
  app: App,
  project: Project,
  assessed: readonly AssessedDeposit[],
): Promise<CompletedPayments> {
  const ids = assessed.map(({ deposit }) => deposit.id);
  const owners = [...new Set(assessed.flatMap(({ deposit }) => deposit.owner_id ?? []))];
  const [payments, channels, rows] = await Promise.all([
    readPayments(app.db, project.id, ids),
    readChannels(app.db, project.id, owners),
    depositsNow(app.db, ids),
  ]);
  const found = assessmentsOf(rows, assessed);
  const deposits = new Map(rows.map((row) => [row.id, { ...row, ...found.get(row.id) }]));
  const channelOf = new Map(channels.map((channel) => [channel.id, channel]));
  const now = new Date(app.clock.now());
  const steps = payments
    .filter(({ deposit_id: id }) => found.has(id))
    .map((payment) =>
      planStep(app, project, {
        payment,
        deposit: defined(deposits.get(payment.deposit_id), 'it was just read'),
        channel: defined(channelOf.get(payment.channel_id), 'a payment has a channel'),
        now,
      }),
    )
    .filter(isCompletion)
    .map((step) => ({
      ...step,
      marks: step.marks.map((mark) => ({ ...mark, assessment: found.get(mark.id) })),
    }));
  const completed = new Map(steps.map(({ after }) => [after.id, after.deposit_id]));
  const settled = new Set(completed.values());
  return {
    steps,
    payments: payments.filter(({ id }) => completed.has(id)),
    channels,
    deposits: rows.filter(({ id }) => settled.has(id)),
  };
}

/** Stores only the payment rows; the caller stores the rest and holds the ledger lock. Throws Overtaken. */
export async function storeCompletedPayments(
  tx: Tx,
  projectId: string,
  { steps, payments, channels, deposits }: CompletedPayments,
): Promise<void> {
  if (steps.length === 0) return;
  const [samePayments, sameChannels] = await Promise.all([
    tx.query<{ n: number }>(UNCHANGED, [projectId, ...versionsOf(payments)]),
    tx.query<{ n: number }>(UNCHANGED_CHANNELS, [projectId, ...versionsOf(channels)]),
    refuseChangedDeposits(tx, { rows: deposits, owners: [] }),
    updateRows(tx, projectId, steps),
  ]);
  refuseChanged(samePayments, payments.length);
  refuseChanged(sameChannels, channels.length);
}

function isCompletion({ before, after }: Step): boolean {
  return before.status === 'pending' && after.status === 'completed';
}

function readPayments(
  sql: Sql,
  projectId: string,
  depositIds: readonly string[],
): Promise<(ChannelPaymentRow & Versioned)[]> {
  return sql.query(
    `select ${PAYMENT_COLUMNS}, ${VERSION} from channel_payments
     where project_id = $1 and deposit_id = any($2::uuid[]) order by id limit 100000`,
    [projectId, depositIds],
  );
}

function readChannels(
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<(ChannelRow & Versioned)[]> {
  return sql.query(
    `select ${CHANNEL_COLUMNS}, ${VERSION} from channels where project_id = $1 and id = any($2::uuid[])
     order by id limit 100000`,
    [projectId, ids],
  );
}

const UNCHANGED = `
select count(*)::int as n from unnest($2::uuid[], $3::text[]) as t(id, row_version)
cross join lateral (select 1 from channel_payments p
  where p.project_id = $1 and p.id = t.id and p.xmin::text = t.row_version offset 0) same`;

const UNCHANGED_CHANNELS = `
select count(*)::int as n from unnest($2::uuid[], $3::text[]) as t(id, row_version)
cross join lateral (select 1 from channels c
  where c.project_id = $1 and c.id = t.id and c.xmin::text = t.row_version offset 0) same`;
