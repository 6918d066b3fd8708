// Stores a person who sells at a terminal, and their PIN.
import type { App } from '../app.ts';
import { type ErrorDetail, invalid, notFound, rule } from '../core/errors.ts';
import { violatedConstraint } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { hashPin, isPin } from './pins.ts';
import { endSessions } from './sessions.ts';
import { STAFF_MAX, staffOf } from './staff.ts';
import type { TerminalRow } from './terminals.ts';

export interface StaffInput {
  readonly name: string;
  /** Missing: it stays as it is. */
  readonly pin?: string | undefined;
  readonly may_close?: boolean | undefined;
  readonly active?: boolean | undefined;
}

interface Saving {
  readonly terminal: TerminalRow;
  readonly id: string;
  readonly isNew: boolean;
}

/** Another PIN, or being switched off, ends their sessions. Errors: 404, 422 `invalid`. */
export async function saveStaff(app: App, saving: Saving, input: StaffInput): Promise<void> {
  const { terminal, isNew } = saving;
  const problems: ErrorDetail[] = [];
  const name = input.name.trim();
  if (name === '') problems.push(rule.filled('name'));
  const { pin } = input;
  if (isNew && pin === undefined) problems.push(rule.filled('pin'));
  if (pin !== undefined && !isPin(pin)) problems.push(rule.form('pin', 'pin'));
  if (isNew && (await staffOf(app.db, terminal)).length >= STAFF_MAX)
    problems.push(rule.keysAtMost('staff', STAFF_MAX));
  if (problems.length > 0) throw invalid(...problems);
  const hash = pin === undefined ? null : await hashPin(pin);
  const { may_close: mayClose = false, active: isActive = true } = input;
  try {
    await app.db.transaction((tx) => store(tx, saving, { name, hash, mayClose, isActive }));
  } catch (error) {
    if (violatedConstraint(error) === 'terminal_staff_name') throw invalid(rule.taken('name'));
    throw error;
  }
}

interface Stored {
  readonly name: string;
  readonly hash: string | null;
  readonly mayClose: boolean;
  readonly isActive: boolean;
}

async function store(tx: Tx, { terminal, id, isNew }: Saving, staff: Stored): Promise<void> {
  const values = [
    terminal.project_id,
    terminal.id,
    id,
    staff.name,
    staff.hash,
    staff.mayClose,
    staff.isActive,
  ];
  if (isNew) {
    await tx.query(
      `insert into terminal_staff (project_id, terminal_id, id, name, pin_hash, may_close, is_active, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict on constraint terminal_staff_pkey do nothing`,
      [...values, tx.now],
    );
    return;
  }
  const rows = await tx.query(
    `update terminal_staff set name = $4, pin_hash = coalesce($5, pin_hash), may_close = $6, is_active = $7
     where project_id = $1 and terminal_id = $2 and id = $3 returning 1`,
    values,
  );
  if (rows.length === 0) throw notFound();
  if (staff.hash !== null || !staff.isActive) await endSessions(tx, terminal, id);
}
