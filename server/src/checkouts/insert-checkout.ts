// SQL of a new checkout, also of one that a payment link makes.
import type { Tx } from '../db/tx.ts';
import type { CheckoutRow } from './store-checkouts.ts';

/** Of a payment link (server/src/payment-links): the pieces that it takes, and the form that the payer sent. */
export interface LinkOrigin {
  readonly id: string;
  readonly pieces: number;
  readonly attempt: Buffer | null;
}

/** A trigger takes the pieces of a link from its stock. */
export async function insertCheckout(
  tx: Tx,
  row: CheckoutRow,
  link: LinkOrigin | null,
): Promise<void> {
  await tx.query(
    `insert into checkouts (project_id, id, custom_id, customer_id, status, price_amount, price_currency, coins, name,
       description, metadata_text, payer_email, language, success_redirect_url, unsuccess_redirect_url, quote_seconds,
       tolerance_percent, created_at, expires_at, items, price_unit, payer_email_required, receipt,
       redirect_automatically, min_confirmations, payment_link_id, link_pieces, link_attempt, link_hold, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
       $24, $25, $26, $27, $28, $29, $19)`,
    [
      row.project_id,
      row.id,
      row.custom_id,
      row.customer_id,
      row.status,
      row.price_amount.toString(),
      row.price_currency,
      row.coins,
      row.name,
      row.description,
      row.metadata_text,
      row.payer_email,
      row.language,
      row.success_redirect_url,
      row.unsuccess_redirect_url,
      row.quote_seconds,
      row.tolerance_percent,
      row.created_at,
      row.expires_at,
      JSON.stringify(row.items),
      row.price_unit,
      row.payer_email_required,
      row.receipt,
      row.redirect_automatically,
      row.min_confirmations,
      row.payment_link_id,
      link?.pieces ?? null,
      link?.attempt ?? null,
      link === null ? null : 'taken',
    ],
  );
}
