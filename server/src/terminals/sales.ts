// Sales of terminals as stored: each is a checkout, with its number, who sold it, and what the price consists of.
import { CHECKOUT_COLUMNS, type CheckoutRow } from '../checkouts/store-checkouts.ts';
import { firstRow, type Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import type { TerminalRow } from './terminals.ts';

export interface SaleRow {
  readonly checkout_id: string;
  readonly terminal_id: string;
  readonly staff_id: string;
  readonly staff_name: string;
  readonly number: number;
  readonly subtotal: bigint;
  readonly discount: bigint;
  readonly tip: bigint;
  readonly tax: bigint;
  readonly note: string | null;
  readonly close_number: number | null;
  readonly created_at: Date;
  readonly checkout: CheckoutRow;
}

type Joined = Omit<SaleRow, 'checkout'>;

const SELECT = `select s.checkout_id, s.terminal_id, s.staff_id, p.name as staff_name, s.number, s.subtotal, s.discount,
  s.tip, s.tax, s.note, s.close_number, s.created_at
  from terminal_sales s join terminal_staff p
    on p.project_id = s.project_id and p.terminal_id = s.terminal_id and p.id = s.staff_id`;

export async function findSale(
  sql: Sql,
  { project_id: projectId, id }: Pick<TerminalRow, 'project_id' | 'id'>,
  checkoutId: string,
): Promise<SaleRow | null> {
  const rows = await sql.query<Joined>(
    `${SELECT} where s.project_id = $1 and s.checkout_id = $3 and s.terminal_id = $2`,
    [projectId, id, checkoutId],
  );
  return (await withCheckouts(sql, projectId, rows))[0] ?? null;
}

/** For the receipt, which knows only its checkout. */
export const findSaleOf = (sql: Sql, { project_id: projectId, id }: CheckoutRow) =>
  firstRow(
    sql.query<Joined>(`${SELECT} where s.project_id = $1 and s.checkout_id = $2`, [projectId, id]),
  );

/** By checkout. */
export async function salesOfCheckouts(
  sql: Sql,
  projectId: string,
  checkouts: readonly CheckoutRow[],
): Promise<ReadonlyMap<string, Joined>> {
  const rows = await sql.query<Joined>(
    `${SELECT} where s.project_id = $1 and s.checkout_id = any($2::uuid[])`,
    [projectId, checkouts.map(({ id }) => id)],
  );
  return new Map(rows.map((row) => [row.checkout_id, row]));
}

interface ListRequest {
  /** The number of the last row of the previous page. */
  readonly before: number | null;
  readonly limit: number;
}

/** Newest first. */
export async function listSales(
  sql: Sql,
  { project_id: projectId, id }: Pick<TerminalRow, 'project_id' | 'id'>,
  { before, limit }: ListRequest,
): Promise<SaleRow[]> {
  const rows = await sql.query<Joined>(
    `${SELECT} where s.project_id = $1 and s.terminal_id = $2 and s.number < $3
     order by s.number desc limit $4`,
    [projectId, id, before ?? NUMBER_MAX, limit],
  );
  return withCheckouts(sql, projectId, rows);
}

/** Of an integer column. */
const NUMBER_MAX = 2_147_483_647;

async function withCheckouts(
  sql: Sql,
  projectId: string,
  rows: readonly Joined[],
): Promise<SaleRow[]> {
  const found = await sql.query<CheckoutRow>(
    `select ${CHECKOUT_COLUMNS} from checkouts where project_id = $1 and id = any($2::uuid[])`,
    [projectId, rows.map((row) => row.checkout_id)],
  );
  const byId = new Map(found.map((checkout) => [checkout.id, checkout]));
  return rows.flatMap((row) => {
    const checkout = byId.get(row.checkout_id);
    return checkout === undefined ? [] : [{ ...row, checkout }];
  });
}

/** The sale of the same request. */
export const findAttempt = (
  sql: Sql,
  { project_id: projectId, id }: TerminalRow,
  attempt: Buffer,
) =>
  firstRow(
    sql.query<{ checkout_id: string }>(
      `select checkout_id from terminal_sales where project_id = $1 and terminal_id = $2 and attempt = $3`,
      [projectId, id, attempt],
    ),
  );

export interface NewSale
  extends Pick<Joined, 'staff_id' | 'number' | 'subtotal' | 'discount' | 'tip' | 'tax' | 'note'> {
  readonly attempt: Buffer;
  /** By item. */
  readonly pieces: ReadonlyMap<string, number>;
}

/** Triggers take the pieces of its items. */
export async function insertSale(
  tx: Tx,
  terminal: TerminalRow,
  { checkoutId, sale }: { checkoutId: string; sale: NewSale },
): Promise<void> {
  await tx.query(
    `insert into terminal_sales (project_id, checkout_id, terminal_id, staff_id, number, subtotal, discount, tip, tax,
       note, attempt, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      terminal.project_id,
      checkoutId,
      terminal.id,
      sale.staff_id,
      sale.number,
      sale.subtotal.toString(),
      sale.discount.toString(),
      sale.tip.toString(),
      sale.tax.toString(),
      sale.note,
      sale.attempt,
      tx.now,
    ],
  );
  await tx.query(
    `insert into terminal_sale_items (project_id, terminal_id, checkout_id, item_id, pieces)
     select $1, $2, $3, i, n from unnest($4::uuid[], $5::integer[]) as t(i, n) order by i`,
    [
      terminal.project_id,
      terminal.id,
      checkoutId,
      [...sale.pieces.keys()],
      [...sale.pieces.values()],
    ],
  );
}
