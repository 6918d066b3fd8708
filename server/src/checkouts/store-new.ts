// SQL of new checkouts that are stored together.
import { columnsOf } from '../db/columns.ts';
import type { Tx } from '../db/tx.ts';
import { CHECKOUT_COLUMNS, type CheckoutRow } from './store-checkouts.ts';

const INSERTED = `project_id, id, custom_id, customer_id, status, price_amount, price_currency, coins, name, description,
  metadata_text, payer_email, language, success_redirect_url, unsuccess_redirect_url, quote_seconds, tolerance_percent,
  created_at, expires_at, items, price_unit, payer_email_required, receipt, redirect_automatically, min_confirmations`;

export async function insertCheckouts(tx: Tx, rows: readonly CheckoutRow[]): Promise<void> {
  const texts = rows.map((row) => ({ ...row, price_amount: row.price_amount.toString() }));
  await tx.query(
    `insert into checkouts (${INSERTED}, due_at)
     select ${INSERTED}, expires_at from json_populate_recordset(null::checkouts, $1)`,
    [JSON.stringify(texts)],
  );
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
