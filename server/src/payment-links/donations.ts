// Donations: payment links with a goal, whose donors can be named on the page. What was raised is counted by triggers
// from completed invoices and their refunds (docs/decisions/0219-donations-are-payment-links.md).
import type { Static } from 'typebox';
import type { Instance } from '../app.ts';
import { priceUnit } from '../coins/price-unit.ts';
import type { Donation } from '../contract/objects/donations.ts';
import type { Page } from '../contract/operation.ts';
import { defined } from '../core/assert.ts';
import { formatTime } from '../core/clock.ts';
import { notFound } from '../core/errors.ts';
import { formatAmount } from '../core/money.ts';
import { newIdOf } from '../core/slots.ts';
import type { Sql } from '../db/database.ts';
import { readPage } from '../db/read-page.ts';
import type { Tx } from '../db/tx.ts';
import type { DonorAnswers } from './answers.ts';
import { donationOf, type LinkRow } from './links.ts';

export interface DonationRow {
  readonly project_id: string;
  /** The checkout. */
  readonly id: string;
  readonly payment_link_id: string;
  readonly name: string | null;
  readonly message: string | null;
  readonly is_public: boolean;
  readonly is_hidden: boolean;
  readonly reminder_period: 'month' | 'year' | null;
  readonly reminder_id: string | null;
  readonly created_at: Date;
}

export interface Raised {
  /** Confirmed and not refunded, in the smallest unit of the link's currency. */
  readonly raised: bigint;
  /** Sent, but not confirmed. */
  readonly pending: bigint;
  readonly count: number;
}

const COLUMNS = `project_id, id, payment_link_id, name, message, is_public, is_hidden, reminder_period, reminder_id,
  created_at`;
/** Newest names on the page. */
const SHOWN_MAX = 12;

/** By ID, of donations of one project. Only money in the currency of the link. */
export async function raisedBy(
  sql: Sql,
  instance: Instance,
  links: readonly LinkRow[],
): Promise<ReadonlyMap<string, Raised>> {
  const own = links.filter((link) => donationOf(link) !== null);
  const [first] = own;
  if (first === undefined) return new Map();
  const codes = own.map(({ terms }) => currencyOf(instance, terms.price_currency));
  const rows = await sql.query<Raised & { readonly id: string }>(
    `select l.id, coalesce(p.raised, 0) as raised, p.count, coalesce(w.pending, 0) as pending
     from unnest($2::uuid[], $3::text[]) as l(id, currency)
     cross join lateral (
       select sum(amount) as raised, (count(distinct gift_id) filter (where amount > 0))::integer as count
       from link_payments where project_id = $1 and payment_link_id = l.id and currency = l.currency) p
     cross join lateral (
       select sum(greatest(0, c.price_amount - coalesce((
           select sum(g.amount) from link_payments g where g.project_id = $1 and g.gift_id = c.id), 0))) as pending
       from checkouts c where c.project_id = $1 and c.payment_link_id = l.id and c.status = 'processing'
         and c.price_currency = l.currency) w`,
    [first.project_id, own.map(({ id }) => id), codes],
  );
  return new Map(rows.map(({ id, ...raised }) => [id, raised]));
}

/** Of a price in satoshis: the code of the coin. */
function currencyOf({ currencies }: Instance, code: string): string {
  return defined(priceUnit(currencies, code), 'the currency of a link is registered').currency.code;
}

export type ShownDonor = Pick<DonationRow, 'id' | 'name' | 'message'>;

/** Newest first: those who chose to be named, whose money has arrived, and whom the merchant did not hide. */
export function shownDonors(sql: Sql, link: LinkRow): Promise<ShownDonor[]> {
  return sql.query<ShownDonor>(
    `select id, name, message from donations
     where project_id = $1 and payment_link_id = $2 and is_given and is_public and not is_hidden
     order by id desc limit ${SHOWN_MAX}`,
    [link.project_id, link.id],
  );
}

/** In the transaction that makes the checkout. */
export async function insertDonation(
  tx: Tx,
  { link, id, donor }: { link: LinkRow; id: string; donor: DonorAnswers },
): Promise<void> {
  const reminderId = donor.reminder === null ? null : newIdOf(link.project_id, tx.instance);
  await tx.query(
    `insert into donations (project_id, id, payment_link_id, name, message, is_public, reminder_period, reminder_id,
       created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      link.project_id,
      id,
      link.id,
      donor.name,
      donor.message,
      donor.isPublic,
      donor.reminder,
      reminderId,
      tx.now,
    ],
  );
}

/** Those that brought money, newest first. Errors: 404. */
export function listDonations(
  sql: Sql,
  link: LinkRow,
  { after, limit }: { after: string | null; limit: number },
): Promise<Page<DonationRow>> {
  return readPage<DonationRow>(sql, link.project_id, {
    table: 'donations',
    columns: COLUMNS,
    given: { payment_link_id: link.id },
    always: 'is_given',
    counted: null,
    after,
    limit,
  });
}

/** Errors: 404. */
export async function hideDonation(
  sql: Sql,
  { link, id, hidden }: { link: LinkRow; id: string; hidden: boolean },
): Promise<DonationRow> {
  const [row] = await sql.query<DonationRow>(
    `update donations set is_hidden = $4 where project_id = $1 and payment_link_id = $2 and id = $3 and is_given
     returning ${COLUMNS}`,
    [link.project_id, link.id, id, hidden],
  );
  if (row === undefined) throw notFound();
  return row;
}

/** Amounts in the unit of the link. */
export async function presentDonations(
  sql: Sql,
  instance: Instance,
  rows: readonly DonationRow[],
): Promise<Static<typeof Donation>[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const amounts = await sql.query<{ id: string; amount: bigint; currency: string }>(
    `select gift_id as id, sum(amount) as amount, min(currency) as currency from link_payments
     where project_id = $1 and gift_id = any($2::uuid[]) group by gift_id`,
    [first.project_id, rows.map(({ id }) => id)],
  );
  const byId = new Map(amounts.map((one) => [one.id, one]));
  return rows.map((row) => {
    const { amount, currency } = defined(byId.get(row.id), 'it brought money');
    const unit = defined(instance.currencies.get(currency), 'currency is registered');
    return {
      id: row.id,
      payment_link_id: row.payment_link_id,
      name: row.name,
      message: row.message,
      public: row.is_public,
      hidden: row.is_hidden,
      amount: formatAmount(amount, unit),
      currency,
      reminder: row.reminder_period,
      created_at: formatTime(row.created_at),
    };
  });
}
