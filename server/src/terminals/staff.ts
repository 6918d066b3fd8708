// The people who sell at a terminal, as stored. They have a PIN, and no rights in the dashboard or the API.
import type { Sql } from '../db/database.ts';
import type { TerminalRow } from './terminals.ts';

export interface StaffRow {
  readonly id: string;
  readonly name: string;
  readonly pin_hash: string;
  readonly may_close: boolean;
  readonly is_active: boolean;
  readonly created_at: Date;
}

export const STAFF_MAX = 200;

/** By name. */
export function staffOf(
  sql: Sql,
  { project_id: projectId, id }: Pick<TerminalRow, 'project_id' | 'id'>,
): Promise<StaffRow[]> {
  return sql.query<StaffRow>(
    `select id, name, pin_hash, may_close, is_active, created_at from terminal_staff
     where project_id = $1 and terminal_id = $2 order by name limit ${STAFF_MAX}`,
    [projectId, id],
  );
}
