// Proposed decisions: how they are stored and listed. Nothing here moves money.
import { defined } from '../core/assert.ts';
import type { Sql } from '../db/database.ts';
import {
  type Condition,
  type NewestPage,
  newestPage,
  type PageRequest,
} from '../db/newest-page.ts';
import type { Tx } from '../db/tx.ts';
import type {
  OUTDATED_CODES,
  PROPOSAL_KINDS,
  PROPOSAL_STATUSES,
  PROPOSED_OPERATIONS,
  PROPOSED_TYPES,
} from '../operator/proposals/contract.ts';

type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];
export type OutdatedCode = (typeof OUTDATED_CODES)[number];

/** The input of the merchant operation without the object's own ID. */
export interface ProposedInput {
  readonly address?: string;
  readonly invoice_id?: string;
  readonly channel_id?: string;
  readonly description?: string;
}

/** What would be decided about which object. */
export interface Proposed {
  readonly project_id: string;
  readonly kind: (typeof PROPOSAL_KINDS)[number];
  readonly object_type: (typeof PROPOSED_TYPES)[number];
  readonly object_id: string;
  readonly operation: (typeof PROPOSED_OPERATIONS)[number];
  readonly input: ProposedInput;
}

export interface ProposalRow extends Proposed {
  readonly id: string;
  /** In the smallest unit of the coin. */
  readonly amount: bigint;
  readonly coin: string;
  readonly note: string | null;
  readonly proposed_by: string | null;
  readonly proposed_by_name: string;
  readonly created_at: Date;
  readonly status: ProposalStatus;
  readonly decided_by: string | null;
  readonly decided_by_name: string | null;
  readonly decided_at: Date | null;
  readonly reason: string | null;
  readonly outdated_code: OutdatedCode | null;
  readonly result: Readonly<Record<string, string>> | null;
}

const COLUMNS = `id, project_id, kind, object_type, object_id, operation, input, amount, coin, note, proposed_by,
  proposed_by_name, created_at, status, decided_by, decided_by_name, decided_at, reason, outdated_code, result`;

/** A person. Without an ID: a user of the machine. */
export interface Decider {
  readonly userId: string | null;
  readonly name: string;
}

/** The caller holds the ledger lock. */
export async function insertProposal(
  tx: Tx,
  proposal: Proposed & Pick<ProposalRow, 'id' | 'amount' | 'coin' | 'note'>,
  by: Decider,
): Promise<ProposalRow> {
  const { project_id, id, kind, object_type, object_id, operation } = proposal;
  const { input, amount, coin, note } = proposal;
  const [row] = await tx.query<ProposalRow>(
    `insert into proposals (project_id, id, kind, object_type, object_id, operation, input, amount, coin, note,
       proposed_by, proposed_by_name, created_at, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'open') returning ${COLUMNS}`,
    [
      project_id,
      id,
      kind,
      object_type,
      object_id,
      operation,
      JSON.stringify(input),
      amount,
      coin,
      note,
      by.userId,
      by.name,
      tx.now,
    ],
  );
  return defined(row, 'it was inserted');
}

export interface Outcome {
  readonly status: Exclude<ProposalStatus, 'open'>;
  /** Null: nobody, because it was found outdated. */
  readonly by: Decider | null;
  readonly reason?: string | undefined;
  readonly outdatedCode?: OutdatedCode;
  readonly result?: Readonly<Record<string, string>>;
  readonly withdrawalId?: string | undefined;
}

/** The caller holds the ledger lock and found it open. A second decision violates a trigger. */
export async function decideRow(tx: Tx, row: ProposalRow, outcome: Outcome): Promise<ProposalRow> {
  const { status, by, reason, outdatedCode, result, withdrawalId } = outcome;
  const [decided] = await tx.query<ProposalRow>(
    `update proposals set status = $3, decided_by = $4, decided_by_name = $5, decided_at = $6, reason = $7,
       outdated_code = $8, result = $9, withdrawal_id = $10
     where project_id = $1 and id = $2 and status = 'open' returning ${COLUMNS}`,
    [
      row.project_id,
      row.id,
      status,
      by?.userId ?? null,
      by?.name ?? null,
      tx.now,
      reason ?? null,
      outdatedCode ?? null,
      result === undefined ? null : JSON.stringify(result),
      withdrawalId ?? null,
    ],
  );
  return defined(decided, 'it is open and the ledger is locked');
}

export async function findProposal(
  sql: Sql,
  projectId: string,
  id: string,
): Promise<ProposalRow | null> {
  const [row] = await sql.query<ProposalRow>(
    `select ${COLUMNS} from proposals where project_id = $1 and id = $2`,
    [projectId, id],
  );
  return row ?? null;
}

export async function hasOpenProposal(
  tx: Tx,
  { project_id, object_id, kind }: Proposed,
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from proposals where project_id = $1 and object_id = $2 and kind = $3 and status = 'open'`,
    [project_id, object_id, kind],
  );
  return rows.length > 0;
}

export interface ProposalFilter extends PageRequest {
  readonly projectId: string | null;
  readonly status: ProposalStatus | null;
  readonly objectId: string | null;
}

export function listProposals(sql: Sql, filter: ProposalFilter): Promise<NewestPage<ProposalRow>> {
  const { projectId, status, objectId, after, limit } = filter;
  const page = { table: 'proposals', columns: COLUMNS, projectId, after, limit };
  const indexed: readonly Condition[] = [[objectId, (place) => `object_id = ${place}`]];
  // Few are open, and a partial index covers them.
  if (status === 'open')
    return newestPage<ProposalRow>(sql, { ...page, indexed, always: `status = 'open'` });
  const filters: readonly Condition[] = [[status, (place) => `status = ${place}`]];
  return newestPage<ProposalRow>(sql, { ...page, indexed, filters });
}
