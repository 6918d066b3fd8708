// Refund claims as stored and shown: a refund as a link, whose address the payer enters, or a request that a payer made
// on the page of a payment. What can be done with them, as plain functions: `createClaim`, `revokeClaim`
// (create-claim.ts), `previewClaim`, `takeClaim` for the payer (take-claim.ts), `askForRefund` (ask-for-refund.ts),
// `approveClaim`, `approveByRule`, `declineClaim` (decide-claim.ts), `presentClaim` (present-claim.ts), `findClaim`,
// `findClaimByToken`, `listClaims` here. A link that is open or claimed reserves its shares of what can be refunded; a
// request reserves nothing. The refund has the ID of its claim, which makes an approval pay exactly once
// (docs/decisions/0213, 0217, 0220).
import { createHash, createHmac } from 'node:crypto';
import type { Instance } from '../app.ts';
import { defined } from '../core/assert.ts';
import { type AppError, apiError } from '../core/errors.ts';
import type { Shares } from '../core/pricing/refund-shares.ts';
import { notifyChanged } from '../db/changed.ts';
import { firstRow, type Sql } from '../db/database.ts';
import { readPage } from '../db/read-page.ts';
import type { Tx } from '../db/tx.ts';
import type { RefundRate } from '../withdrawals/plan-refund.ts';
import type { WithdrawalStatus } from '../withdrawals/withdrawal.ts';

export type StoredClaimStatus =
  | 'open'
  | 'claimed'
  | 'approved'
  | 'declined'
  | 'expired'
  | 'revoked';
/** After the approval, it follows its payout. */
export type ClaimStatus = StoredClaimStatus | 'sent' | 'completed' | 'failed';

export interface ClaimRow {
  readonly project_id: string;
  readonly origin: 'link' | 'request';
  readonly id: string;
  readonly invoice_id: string;
  readonly status: StoredClaimStatus;
  readonly paid_share: bigint;
  readonly price_share: bigint;
  readonly rate_of: RefundRate;
  readonly token_hash: Buffer;
  readonly created_by: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  /** In the API's format. */
  readonly address: string | null;
  readonly claimed_at: Date | null;
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
  readonly reason: string | null;
  /** Its maker may pay out, so the rule of the project may approve it (refund-rule.ts). */
  readonly may_be_automatic: boolean;
  /** Of one that the rule approved, in hundredths of a euro. */
  readonly rule_value: bigint | null;
  readonly price_currency: string;
  readonly pay_currency: string;
  readonly network: string;
  readonly withdrawal_id: string | null;
  readonly withdrawal_status: WithdrawalStatus | null;
  readonly txid: string | null;
  /** The addresses that the payments came from, as far as they are known. */
  readonly sources: readonly string[];
}

const SOURCES_MAX = 20;
const SELECT = `select c.*, i.price_currency, i.pay_currency, i.network, w.id as withdrawal_id,
    w.status as withdrawal_status, w.txid, array(
      select distinct s.source from deposits d, unnest(d.sources) as s(source)
      where d.owner_id = c.invoice_id and d.status in ('pending', 'confirmed')
      order by 1 limit ${SOURCES_MAX}) as sources
  from refund_claims c
  join invoices i on i.project_id = c.project_id and i.id = c.invoice_id
  left join invoice_refunds r on r.project_id = c.project_id and r.id = c.id
  left join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id`;

export function findClaim(sql: Sql, projectId: string, id: string): Promise<ClaimRow | null> {
  return firstRow(
    sql.query<ClaimRow>(`${SELECT} where c.project_id = $1 and c.id = $2`, [projectId, id]),
  );
}

export function findClaimByToken(sql: Sql, token: string): Promise<ClaimRow | null> {
  return firstRow(sql.query<ClaimRow>(`${SELECT} where c.token_hash = $1`, [hashOf(token)]));
}

/** What payers asked for on the page of the payment, newest first. */
export function requestsOf(
  sql: Sql,
  { project_id: projectId, id }: { readonly project_id: string; readonly id: string },
): Promise<ClaimRow[]> {
  return sql.query<ClaimRow>(
    `${SELECT} where c.project_id = $1 and c.invoice_id = $2 and c.origin = 'request'
     order by c.id desc limit 100`,
    [projectId, id],
  );
}

export function openRequestsOf(
  sql: Sql,
  projectId: string,
  invoiceIds: readonly string[],
): Promise<ClaimRow[]> {
  return sql.query<ClaimRow>(
    `${SELECT} where c.project_id = $1 and c.invoice_id = any($2::uuid[]) and c.origin = 'request'
       and c.status = 'claimed'`,
    [projectId, invoiceIds],
  );
}

/** The caller holds the ledger lock. */
export function lockClaim(tx: Tx, projectId: string, id: string): Promise<ClaimRow | null> {
  return firstRow(
    tx.query<ClaimRow>(`${SELECT} where c.project_id = $1 and c.id = $2 for update of c`, [
      projectId,
      id,
    ]),
  );
}

export interface ClaimFilter {
  readonly status: StoredClaimStatus | null;
  readonly invoiceId: string | null;
  readonly after: string | null;
  readonly limit: number;
}

/** Newest first. Errors: 404. */
export async function listClaims(
  sql: Sql,
  projectId: string,
  { status, invoiceId, after, limit }: ClaimFilter,
): Promise<{ rows: readonly ClaimRow[]; total: number; hasMore: boolean }> {
  const page = await readPage<{ id: string }>(sql, projectId, {
    table: 'refund_claims',
    columns: 'id',
    given: { status, invoice_id: invoiceId },
    counted: null,
    after,
    limit,
  });
  const rows = await sql.query<ClaimRow>(
    `${SELECT} where c.project_id = $1 and c.id = any($2::uuid[]) order by c.id desc`,
    [projectId, page.rows.map(({ id }) => id)],
  );
  return { ...page, rows };
}

export interface NewClaim {
  readonly projectId: string;
  readonly id: string;
  readonly invoiceId: string;
  readonly shares: Shares;
  readonly rate: RefundRate;
  readonly createdBy: string;
  /** Never for a request. */
  readonly mayBeAutomatic: boolean;
  readonly expiresAt: Date;
  /** Of a request, in the format of the API. */
  readonly address?: string;
}

/** The caller holds the ledger lock. */
export async function insertClaim(tx: Tx, claim: NewClaim): Promise<void> {
  await tx.query(
    `insert into refund_claims (project_id, id, invoice_id, status, paid_share, price_share, rate_of, token_hash,
       created_by, created_at, expires_at, may_be_automatic, origin, address, claimed_at)
     values ($1, $2, $3, $12, $4, $5, $6, $7, $8, $9, $10, $11, $13, $14, $15)`,
    [
      claim.projectId,
      claim.id,
      claim.invoiceId,
      `${claim.shares.paid}`,
      `${claim.shares.price}`,
      claim.rate,
      hashOf(tokenOf(tx.instance, claim.id)),
      claim.createdBy,
      tx.now,
      claim.expiresAt,
      claim.mayBeAutomatic,
      ...(claim.address === undefined
        ? ['open', 'link', null, null]
        : ['claimed', 'request', claim.address, tx.now]),
    ],
  );
  await notifyScreens(tx, claim.projectId, claim.invoiceId);
}

/** Claims are shown with their invoice. A change that sends a callback reports itself (report-claim.ts). */
function notifyScreens(tx: Tx, projectId: string, invoiceId: string): Promise<void> {
  return notifyChanged(tx, [{ projectId, type: 'invoice', id: invoiceId }]);
}

/** The caller holds the locks of the ledger and the claim. A trigger refuses other changes than these. */
export async function claimFor(tx: Tx, claim: ClaimRow, address: string): Promise<void> {
  await tx.query(
    `update refund_claims set status = 'claimed', address = $3, claimed_at = $4
     where project_id = $1 and id = $2`,
    [claim.project_id, claim.id, address, tx.now],
  );
}

export async function decideClaim(
  tx: Tx,
  claim: ClaimRow,
  decision: {
    status: 'approved' | 'declined' | 'revoked';
    by: string;
    reason: string | null;
    ruleValue?: bigint | null;
  },
): Promise<void> {
  await tx.query(
    `update refund_claims set status = $3, decided_by = $4, decided_at = $5, reason = $6, rule_value = $7
     where project_id = $1 and id = $2`,
    [
      claim.project_id,
      claim.id,
      decision.status,
      decision.by,
      tx.now,
      decision.reason,
      decision.ruleValue ?? null,
    ],
  );
}

/** Their shares can be refunded again. The caller holds the ledger lock. */
export async function expireClaims(
  tx: Tx,
  invoice: { readonly project_id: string; readonly id: string },
): Promise<void> {
  await tx.query(
    `update refund_claims set status = 'expired'
     where project_id = $1 and invoice_id = $2 and status = 'open' and expires_at <= $3`,
    [invoice.project_id, invoice.id, tx.now],
  );
}

/** 256 bits. Derived from a key of the instance, so that a lost response can be repeated and no table has it. */
function tokenOf({ intentKey }: Instance, id: string): string {
  return createHmac('sha256', intentKey).update(`refund claim ${id}`).digest('base64url');
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Null after the instance got another key. The link that was sent still works. */
export function tokenOfClaim(instance: Instance, claim: ClaimRow): string | null {
  const token = tokenOf(instance, claim.id);
  return hashOf(token).equals(claim.token_hash) ? token : null;
}

const PAID_OUT: Partial<Readonly<Record<WithdrawalStatus, ClaimStatus>>> = {
  sent: 'sent',
  completed: 'completed',
  cancelled: 'failed',
};

/** An open claim is expired from its expiry on, also before that is stored. */
export function claimStatus(claim: ClaimRow, now: Date): ClaimStatus {
  if (claim.status === 'open' && claim.expires_at <= now) return 'expired';
  const { status, withdrawal_status: payout } = claim;
  return status === 'approved' && payout !== null ? (PAID_OUT[payout] ?? status) : status;
}

export function wrongStatus(claim: ClaimRow, now: Date): AppError {
  return apiError('invalid_status.refund_claim', { status: claimStatus(claim, now) });
}

export function sharesOfClaim({ paid_share, price_share }: ClaimRow): Shares {
  return { paid: paid_share, price: price_share };
}

export function locked(claim: ClaimRow | null): ClaimRow {
  return defined(claim, 'it was read before');
}
