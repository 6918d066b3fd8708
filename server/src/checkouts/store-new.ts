// SQL of new checkouts, also of those that a payment link makes.
import type { App } from '../app.ts';
import { newId } from '../core/ids.ts';
import type { Sql } from '../db/database.ts';
import { countCte } from '../db/object-counts.ts';
import type { Tx } from '../db/tx.ts';
import { bodyOf, emitCtes, notices, notified } from '../events/emit.ts';
import { createdEvent } from './report.ts';
import type { CheckoutRow } from './store-checkouts.ts';

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
  await tx.query(
    `insert into checkouts (${INSERTED}, due_at)
     select ${INSERTED}, expires_at from json_populate_recordset(null::checkouts, $1)`,
    [recordsOf(rows, link)],
  );
}

function recordsOf(rows: readonly CheckoutRow[], link: LinkOrigin | null): string {
  const ofLink = {
    link_pieces: link?.pieces ?? null,
    link_attempt: bytes(link?.attempt),
    link_hold: link === null ? null : 'taken',
    link_client: bytes(link?.client),
  };
  const records = rows.map((row) => ({
    ...row,
    ...ofLink,
    terminal_hold: row.terminal_id === null ? null : 'taken',
    price_amount: row.price_amount.toString(),
  }));
  return JSON.stringify(records);
}

/** As PostgreSQL reads it from JSON. */
function bytes(content: Buffer | null | undefined): string | null {
  return content ? `\\x${content.toString('hex')}` : null;
}

/**
 * Those that no link, shop or terminal made, with their callbacks, in one statement, which is all or nothing. Every
 * write depends on the CTE `held`, so that it holds nothing that a lock holder could wait for. If `waits` is false,
 * projects whose ledger lock is held elsewhere are left out of the result.
 */
export async function storeNew(
  app: App,
  rows: readonly CheckoutRow[],
  { run, waits }: { readonly run: Sql['query']; readonly waits: boolean },
): Promise<CheckoutRow[]> {
  const events = rows.map((row) => createdEvent(app, row));
  app.traces?.about(rows.map(({ id }) => id));
  const held = await run<{ project_id: string }>(waits ? STORE_WAITING : STORE_FREE, [
    rows.map((row) => row.project_id),
    recordsOf(rows, null),
    events.map(() => newId(app.clock, app.random)),
    rows.map(({ id }) => id),
    events.map(bodyOf),
    new Date(app.clock.now()),
    ...notices(events),
  ]);
  const stored = new Set(held.map((row) => row.project_id));
  return rows.filter((row) => stored.has(row.project_id));
}

const storeSql = ({ waits }: { waits: boolean }) => `
with held as materialized (
  select project_id from ledgers where project_id = any($1::uuid[]) order by project_id
  for update ${waits ? '' : 'skip locked'}
), created as (
  insert into checkouts (${INSERTED}, due_at)
  select ${INSERTED}, expires_at from json_populate_recordset(null::checkouts, $2) join held using (project_id)
  returning project_id
), ${countCte({ objectType: 'checkout', of: 'created' })}, ${emitCtes({
  from: `(
    select t.*, 'Checkout' as type, 'created' as event
    from unnest($1::uuid[], $3::uuid[], $4::uuid[], $5::text[])
      with ordinality as t(project_id, id, object_id, payload, n) join held using (project_id)) t`,
  now: '$6::timestamptz',
})}
select project_id, ${notified(7)} from held`;

const STORE_WAITING = storeSql({ waits: true });
const STORE_FREE = storeSql({ waits: false });
