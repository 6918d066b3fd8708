// Payment links as stored and shown. What can be done with them, as plain functions: `createLink`, `replaceLink`
// (save-link.ts), `switchLink`, `findLink`, `listLinks` here, and `openCheckout` (open-checkout.ts), the payer's click.
// Triggers count the pieces that checkouts take of the stock (docs/decisions/0215-links-make-checkouts.md).

import type { Static, TObject } from 'typebox';
import type { Instance } from '../app.ts';
import { unitOfCode } from '../coins/price-unit.ts';
import type { linkTerms, PaymentLink } from '../contract/objects/payment-links.ts';
import type { Page } from '../contract/operation.ts';
import { formatTime } from '../core/clock.ts';
import { notFound } from '../core/errors.ts';
import { formatAmount } from '../core/money.ts';
import { payerSite } from '../core/payer-site.ts';
import { firstRow, type Sql } from '../db/database.ts';
import { readPage } from '../db/read-page.ts';
import type { Tx } from '../db/tx.ts';
import type { Project } from '../projects/project.ts';

export type LinkTerms = Static<TObject<typeof linkTerms>>;
export type LinkField = LinkTerms['fields'][number];

export interface LinkRow {
  readonly project_id: string;
  readonly id: string;
  readonly token: string;
  readonly is_active: boolean;
  readonly stock: number | null;
  /** Pieces of checkouts that can still be paid, or are paid. */
  readonly taken: number;
  /** Pieces that were given back and then paid after all. */
  readonly paid_late: number;
  readonly expires_at: Date | null;
  readonly terms: LinkTerms;
  readonly created_at: Date;
}

const COLUMNS =
  'project_id, id, token, is_active, stock, taken, paid_late, expires_at, terms, created_at';
const SELECT = `select ${COLUMNS} from payment_links`;

export const findLink = (sql: Sql, projectId: string, id: string) =>
  firstRow(sql.query<LinkRow>(`${SELECT} where project_id = $1 and id = $2`, [projectId, id]));

/** Needs no project, because the token is unguessable. */
export const findLinkByToken = (sql: Sql, token: string) =>
  firstRow(sql.query<LinkRow>(`${SELECT} where token = $1`, [token]));

/** The caller holds the ledger lock of the project. */
export const lockLink = (tx: Tx, projectId: string, id: string) =>
  firstRow(
    tx.query<LinkRow>(`${SELECT} where project_id = $1 and id = $2 for update`, [projectId, id]),
  );

/** Newest first. Errors: 404. */
export function listLinks(
  sql: Sql,
  projectId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<Page<LinkRow>> {
  return readPage<LinkRow>(sql, projectId, {
    table: 'payment_links',
    columns: COLUMNS,
    given: {},
    counted: null,
    after,
    limit,
  });
}

/** True unless a row with this ID exists. */
export async function insertLink(
  tx: Tx,
  link: Omit<LinkRow, 'created_at' | 'taken' | 'paid_late'>,
): Promise<void> {
  await tx.query(
    `insert into payment_links (project_id, id, token, is_active, stock, expires_at, terms, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      link.project_id,
      link.id,
      link.token,
      link.is_active,
      link.stock,
      link.expires_at,
      JSON.stringify(link.terms),
      tx.now,
    ],
  );
}

/** Errors: 404. */
export async function updateTerms(
  tx: Tx,
  {
    project_id: projectId,
    id,
    ...link
  }: Pick<LinkRow, 'project_id' | 'id' | 'stock' | 'terms' | 'expires_at'>,
): Promise<LinkRow> {
  const [row] = await tx.query<LinkRow>(
    `update payment_links set stock = $3, expires_at = $4, terms = $5
     where project_id = $1 and id = $2 returning ${COLUMNS}`,
    [projectId, id, link.stock, link.expires_at, JSON.stringify(link.terms)],
  );
  if (row === undefined) throw notFound();
  return row;
}

/** Checkouts that were made stay payable. Errors: 404. */
export async function switchLink(
  sql: Sql,
  project: Project,
  { id, active }: { id: string; active: boolean },
): Promise<LinkRow> {
  const [row] = await sql.query<LinkRow>(
    `update payment_links set is_active = $3 where project_id = $1 and id = $2 returning ${COLUMNS}`,
    [project.id, id, active],
  );
  if (row === undefined) throw notFound();
  return row;
}

/** Null: any number. Late payments can take more than there is. */
export function piecesLeft({ stock, taken, paid_late: late }: LinkRow): number | null {
  return stock === null ? null : Math.max(0, stock - taken - late);
}

export type LinkState = 'open' | 'off' | 'over' | 'sold_out';

export function linkState(link: LinkRow, now: Date): LinkState {
  if (!link.is_active) return 'off';
  if (link.expires_at !== null && link.expires_at <= now) return 'over';
  const left = piecesLeft(link);
  return left !== null && left < link.terms.quantity_min ? 'sold_out' : 'open';
}

type Addressed = Pick<LinkRow, 'project_id' | 'token'>;

export function linkUrl(instance: Instance, { project_id: projectId, token }: Addressed): string {
  return `${payerSite(instance, projectId)}/pay/${token}`;
}

/** Terms that earlier releases did not store. */
const ADDED = { expires_in: null, donation: null };

const NOT_RAISED = { raised: null, pending: null, count: null };

/** Null: an ordinary link. */
export function donationOf({ terms }: Pick<LinkRow, 'terms'>): LinkTerms['donation'] {
  // Earlier releases did not store it.
  return terms.donation ?? null;
}

interface Raised {
  readonly raised: bigint;
  readonly pending: bigint;
  readonly count: number;
}

/** `raised`: of a donation (donations.ts). */
export function presentLink(
  instance: Instance,
  row: LinkRow,
  raised: Raised | null,
): Static<typeof PaymentLink> {
  const { expires_at: expiresAt } = row;
  const unit = unitOfCode(instance.currencies, row.terms.price_currency);
  const { raised: sum, pending, count } = raised ?? NOT_RAISED;
  const amount = (value: bigint | null) => (value === null ? null : formatAmount(value, unit));
  return {
    id: row.id,
    active: row.is_active,
    url: linkUrl(instance, row),
    ...ADDED,
    ...row.terms,
    stock: row.stock,
    taken: row.taken,
    paid_late: row.paid_late,
    raised_amount: amount(sum),
    pending_amount: amount(pending),
    donations_count: count,
    expires_at: expiresAt === null ? null : formatTime(expiresAt),
    created_at: formatTime(row.created_at),
  };
}
