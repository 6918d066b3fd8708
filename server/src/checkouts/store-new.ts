// SQL of new checkouts, also of those that a payment link makes.
import { columnsOf } from '../db/columns.ts';
import type { Tx } from '../db/tx.ts';
import { CHECKOUT_COLUMNS, type CheckoutRow } from './store-checkouts.ts';

/** Of a payment link (server/src/payment-links): the pieces that it takes, and the form that the payer sent. */
export interface LinkOrigin {
  readonly id: string;
  readonly pieces: number;
  readonly attempt: Buffer | null;
  /** Who opened it, as a hash. Null: the link has no stock. */
  readonly client: Buffer | null;
}

const INSERTED = `project_id, id, custom_id, customer_id, status, price_amount, price_currency, coins, name, description,
  metadata_text, payer_email, language, payer_language, success_redirect_url, unsuccess_redirect_url, quote_seconds,
  tolerance_percent, created_at, expires_at, items, price_unit, payer_email_required, receipt,
  redirect_automatically, min_confirmations, payment_link_id, link_pieces, link_attempt, link_hold,
  link_client, terminal_id, terminal_hold`;

/** A trigger takes the pieces of their link from its stock. */
export async function insertCheckouts(
  tx: Tx,
  rows: readonly CheckoutRow[],
  link: LinkOrigin | null = null,
): Promise<void> {
  const ofLink = {
    link_pieces: link?.pieces ?? null,
    link_attempt: bytes(link?.attempt),
    link_hold: link === null ? null : 'taken',
    link_client: bytes(link?.client),
  };
  const texts = rows.map((row) => ({
    ...row,
    ...ofLink,
    terminal_hold: row.terminal_id === null ? null : 'taken',
    price_amount: row.price_amount.toString(),
  }));
  await tx.query(
    `insert into checkouts (${INSERTED}, due_at)
     select ${INSERTED}, expires_at from json_populate_recordset(null::checkouts, $1)`,
    [JSON.stringify(texts)],
  );
}

/** As PostgreSQL reads it from JSON. */
function bytes(content: Buffer | null | undefined): string | null {
  return content ? `\\x${content.toString('hex')}` : null;
}

/** Those that have the ID or the custom_id of one of the rows. */
export function findTaken(tx: Tx, rows: readonly CheckoutRow[]): Promise<CheckoutRow[]> {
  const [projectIds, ids, names] = columnsOf(rows, 'project_id', 'id', 'custom_id');
  // Two queries, each with its own index.
  return tx.query<CheckoutRow>(
    `select ${CHECKOUT_COLUMNS} from unnest($1::uuid[], $2::uuid[]) as t(of_project, of_id)
       join checkouts on project_id = of_project and id = of_id
     union all
     select ${CHECKOUT_COLUMNS} from unnest($1::uuid[], $3::text[]) as t(of_project, of_name)
       join checkouts on project_id = of_project and custom_id = of_name
     where id <> all($2::uuid[])
     limit 1000`,
    [projectIds, ids, names],
  );
}
