// Payout batches: how they are created, sent, approved and canceled, and what became of their rows.
import type { Actor, OutputOf } from '../../contract/operator/operation.ts';
import { csvLine } from '../../core/csv.ts';
import { invalid, notFound, rule } from '../../core/errors.ts';
import { groupBy } from '../../core/group.ts';
import { newId } from '../../core/ids.ts';
import type { Sql } from '../../db/database.ts';
import { approveBatch } from '../../payout-batches/approve.ts';
import { BATCH_ROWS_MAX, type BatchRow } from '../../payout-batches/batch.ts';
import { cancelBatch, createBatch, sendBatch } from '../../payout-batches/create.ts';
import { type BatchNetworkFees, readNetworkFees } from '../../payout-batches/network-fees.ts';
import { findBatch, listBatches } from '../../payout-batches/store-batches.ts';
import {
  countHeld,
  countRows,
  pageOfRows,
  type RowCount,
  type ShownRow,
} from '../../payout-batches/store-rows.ts';
import type { ApproverCredential } from '../../policy/approvers.ts';
import { type HandlersOf, keyOf, type OperatorApp } from '../operator.ts';
import { moneyOf, PAGE, requestedPage, shownPage } from '../present.ts';
import type { payoutBatchesOperations } from './contract.ts';

type Operations = typeof payoutBatchesOperations;
type Summary = OutputOf<Operations['payout-batches.create']>;
type Row = OutputOf<Operations['payout-batches.rows']>['rows'][number];
type Results = OutputOf<Operations['payout-batches.show']>['results'];

const NAME = 'payouts.csv';

export const payoutBatchesHandlers: HandlersOf<Operations> = {
  async 'payout-batches.create'(app, input, { actor, objectId }) {
    const batch = {
      projectId: input.project,
      id: objectId ?? newId(app.clock, app.random),
      name: input.name?.trim() || NAME,
      text: input.file,
      paysAgain: input.pays_again ?? false,
    };
    return shown(app, await createBatch(app, batch, personOf(actor)));
  },
  async 'payout-batches.send'(app, { project, batch_id: id }, { actor }) {
    return shown(app, await sendBatch(app, { projectId: project, id }, personOf(actor)));
  },
  async 'payout-batches.approve'(app, { project, batch_id: id, approver, code }, { actor }) {
    const credential = credentialOf(actor, { approver, code });
    return shown(app, await approveBatch(app, { projectId: project, id, ...credential }));
  },
  async 'payout-batches.cancel'(app, { project, batch_id: id }) {
    return shown(app, await cancelBatch(app, { projectId: project, id }));
  },
  async 'payout-batches.list'(app, { project, status, ...input }) {
    const requested = { projectId: project, status: status ?? null, ...requestedPage(input) };
    return shownPage(await listBatches(app.db, requested), (batch) => shown(app, batch));
  },
  'payout-batches.show'(app, { project, batch_id }) {
    return app.db.snapshot(async (sql) => {
      const batch = await found(sql, project, batch_id);
      const { held, approvals } = await countHeld(sql, batch);
      return {
        ...shown(app, batch),
        wait_code: batch.wait_code,
        results: resultsOf(app, await countRows(sql, batch)),
        held,
        approvals_given: batch.approvals,
        approvals_needed: approvals,
        network_fees: (await readNetworkFees(app, sql, batch)).map((fees) => shownFees(app, fees)),
      };
    });
  },
  async 'payout-batches.rows'(app, { project, batch_id, status, after, limit = PAGE }) {
    const batch = await found(app.db, project, batch_id);
    const page = { status: status ?? null, after: placeIn(after), limit: limit + 1 };
    const rows = await pageOfRows(app.db, batch, page);
    const shown = rows.slice(0, limit).map((row) => shownRow(app, row));
    return { rows: shown, next: rows.length > limit ? `${shown.at(-1)?.row}` : null };
  },
  async 'payout-batches.report'(app, { project, batch_id }) {
    const batch = await found(app.db, project, batch_id);
    const page = { status: null, after: 0, limit: BATCH_ROWS_MAX };
    const rows = await pageOfRows(app.db, batch, page);
    const lines = rows.map((row) => reportLine(shownRow(app, row)));
    return { name: batch.name, csv: [REPORT_COLUMNS, ...lines].map(csvLine).join('') };
  },
};

/** Errors: 422. */
function placeIn(after: readonly string[] | undefined): number {
  const [text = '0'] = after ?? [];
  if (!/^\d{1,5}$/.test(text)) throw invalid(rule.form('after', 'place'));
  return Number(text);
}

const REPORT_COLUMNS = [
  'line',
  'status',
  'address',
  'amount',
  'amount_currency',
  'custom_id',
  'sends',
  'sends_currency',
  'charged',
  'charged_currency',
  'withdrawal_id',
  'txid',
  'problems',
];

function reportLine(row: Row): string[] {
  return [
    `${row.line}`,
    row.status,
    row.address,
    row.amount,
    row.amount_currency,
    row.custom_id,
    row.sends?.amount ?? '',
    row.sends?.currency ?? '',
    row.charged?.amount ?? '',
    row.charged?.currency ?? '',
    row.withdrawal_id ?? '',
    row.txid ?? '',
    row.problems.map(({ target, message }) => `${target} ${message}`).join('; '),
  ];
}

async function found(sql: Sql, projectId: string, id: string): Promise<BatchRow> {
  const batch = await findBatch(sql, projectId, id);
  if (batch === null) throw notFound();
  return batch;
}

function shown(app: OperatorApp, batch: BatchRow) {
  return {
    id: batch.id,
    project_id: batch.project_id,
    status: batch.status,
    name: batch.name,
    row_count: batch.row_count,
    charged:
      batch.quote?.map(({ currency, charged }) => moneyOf(app, BigInt(charged), currency)) ?? null,
    created_by: batch.created_by_name,
    sent_by: batch.sent_by_name,
    created_at: batch.created_at,
    sent_at: batch.sent_at,
    ended_at: batch.ended_at,
  } satisfies Record<keyof Summary, unknown>;
}

function resultsOf(app: OperatorApp, counts: readonly RowCount[]) {
  return [...groupBy(counts, ({ result }) => result)].map(([status, list]) => ({
    status: status as Results[number]['status'],
    count: list.reduce((sum, { count }) => sum + count, 0),
    charged: list.flatMap(({ charged, currency }) =>
      charged === null || currency === null ? [] : [moneyOf(app, charged, currency)],
    ),
  }));
}

/** The percentage is rounded toward zero. */
function shownFees(app: OperatorApp, { coin, shared, alone, isEstimated }: BatchNetworkFees) {
  return {
    shared: moneyOf(app, shared, coin),
    alone: moneyOf(app, alone, coin),
    saved_percent: Number(((alone - shared) * 100n) / alone),
    is_estimated: isEstimated,
  };
}

function shownRow(app: OperatorApp, row: ShownRow): Row {
  const { request } = row;
  const money = (amount: bigint | null, code: string | null) =>
    amount === null || code === null ? null : moneyOf(app, amount, code);
  return {
    row: row.n,
    line: row.line,
    status: row.status as Row['status'],
    address: request['address'] ?? '',
    amount: request['amount'] ?? '',
    amount_currency: request['amount_currency'] ?? '',
    custom_id: request['custom_id'] ?? '',
    sends: money(row.sends, row.coin),
    charged: money(row.charged, row.currency),
    is_held: row.is_held,
    withdrawal_id: row.withdrawal_id,
    txid: row.txid,
    problems: (row.problems ?? []).map((problem) => ({ ...problem, args: { ...problem.args } })),
  };
}

const personOf = (actor: Actor) => ({ key: keyOf(actor), name: actor.name });

/** A signed-in person is an approver by their role. Errors: 422 for a person without that role who gives no name. */
function credentialOf(
  { userId, name }: Actor,
  { approver, code = '' }: { approver: string | undefined; code: string | undefined },
): ApproverCredential {
  if (userId !== undefined) return { user: { id: userId, name } };
  if (approver === undefined) throw invalid(rule.filled('approver'));
  return { name: approver, code };
}
