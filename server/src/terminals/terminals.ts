// Terminals as stored: pages on which staff sell. What can be done with them, as plain functions:
// `saveTerminal` (save-terminal.ts), `saveItem` (items.ts), `saveStaff` (staff.ts), `sell` (sell.ts), `closeTerminal`
// (close-terminal.ts); reading and switching are here. docs/decisions/0216-a-terminal-sells-with-a-pin.md

import type { Instance } from '../app.ts';
import { notFound } from '../core/errors.ts';
import { payerSite } from '../core/payer-site.ts';
import { firstRow, type Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';

export interface TerminalTerms {
  /** Empty: all coins. */
  readonly pay_currencies: readonly {
    readonly currency: string;
    readonly network: string | null;
  }[];
  /** Staff may type an amount. */
  readonly keypad: boolean;
  /** What the page offers before the payment. Empty: it does not ask for a tip. */
  readonly tip_percents: readonly string[];
  readonly discounts: boolean;
  readonly note: boolean;
  /** That prices include, unless an item has its own. Null: none. */
  readonly tax_percent: string | null;
}

export interface TerminalRow {
  readonly project_id: string;
  readonly id: string;
  readonly token: string;
  readonly name: string;
  readonly is_active: boolean;
  /** The code in which prices are written: a currency, or SATS. */
  readonly price_unit: string;
  readonly terms: TerminalTerms;
  readonly sale_count: number;
  readonly close_count: number;
  readonly created_at: Date;
}

const COLUMNS =
  'project_id, id, token, name, is_active, price_unit, terms, sale_count, close_count, created_at';
const SELECT = `select ${COLUMNS} from terminals`;

export const findTerminal = (sql: Sql, projectId: string, id: string) =>
  firstRow(sql.query<TerminalRow>(`${SELECT} where project_id = $1 and id = $2`, [projectId, id]));

/** Needs no project, because the token is unguessable. */
export const findTerminalByToken = (sql: Sql, token: string) =>
  firstRow(sql.query<TerminalRow>(`${SELECT} where token = $1`, [token]));

/** The caller holds the ledger lock of the project. */
export const lockTerminal = (tx: Tx, { project_id: projectId, id }: TerminalRow) =>
  firstRow(
    tx.query<TerminalRow>(`${SELECT} where project_id = $1 and id = $2 for update`, [
      projectId,
      id,
    ]),
  );

/** Far more than a shop has. */
const LIST_MAX = 1000;

/** Oldest first. */
export function listTerminals(sql: Sql, projectId: string): Promise<TerminalRow[]> {
  return sql.query<TerminalRow>(`${SELECT} where project_id = $1 order by id limit ${LIST_MAX}`, [
    projectId,
  ]);
}

export async function insertTerminal(
  tx: Tx,
  row: Omit<TerminalRow, 'sale_count' | 'close_count' | 'created_at'>,
): Promise<void> {
  await tx.query(
    `insert into terminals (project_id, id, token, name, is_active, price_unit, terms, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      row.project_id,
      row.id,
      row.token,
      row.name,
      row.is_active,
      row.price_unit,
      JSON.stringify(row.terms),
      tx.now,
    ],
  );
}

/** Sales that were made stay payable. Errors: 404. */
export async function updateTerminal(
  sql: Sql,
  {
    project_id: projectId,
    id,
    name,
    terms,
  }: Pick<TerminalRow, 'project_id' | 'id' | 'name' | 'terms'>,
): Promise<TerminalRow> {
  const [row] = await sql.query<TerminalRow>(
    `update terminals set name = $3, terms = $4 where project_id = $1 and id = $2 returning ${COLUMNS}`,
    [projectId, id, name, JSON.stringify(terms)],
  );
  if (row === undefined) throw notFound();
  return row;
}

/** Off: its page sells nothing, and nobody stays signed in. Errors: 404. */
export async function switchTerminal(
  tx: Tx,
  { projectId, id, active }: { projectId: string; id: string; active: boolean },
): Promise<TerminalRow> {
  const [row] = await tx.query<TerminalRow>(
    `update terminals set is_active = $3 where project_id = $1 and id = $2 returning ${COLUMNS}`,
    [projectId, id, active],
  );
  if (row === undefined) throw notFound();
  return row;
}

/** The next number of a sale, or of a close. The caller holds the lock of the row. */
export async function takeNumber(
  tx: Tx,
  { project_id: projectId, id }: TerminalRow,
  of: 'sale' | 'close',
): Promise<number> {
  const statement =
    of === 'sale'
      ? `update terminals set sale_count = sale_count + 1 where project_id = $1 and id = $2
         returning sale_count as number`
      : `update terminals set close_count = close_count + 1 where project_id = $1 and id = $2
         returning close_count as number`;
  const [row] = await tx.query<{ number: number }>(statement, [projectId, id]);
  if (row === undefined) throw notFound();
  return row.number;
}

export function terminalUrl(
  instance: Instance,
  { project_id: projectId, token }: Pick<TerminalRow, 'project_id' | 'token'>,
): string {
  return `${payerSite(instance, projectId)}/pos/${token}`;
}
