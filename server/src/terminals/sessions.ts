// Sessions of staff at a terminal. The device holds a random token, the database its hash. What the customer's display
// shows is stored with the session, and read with a code of its own.
import type { App } from '../app.ts';
import { DAY, HOUR } from '../core/clock.ts';
import { apiError } from '../core/errors.ts';
import { firstRow } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { purgeAttempts, type Subject, takeAttempt } from '../people/attempts.ts';
import { hashOf, newToken } from '../people/tokens.ts';
import { isPinOf } from './pins.ts';
import { type StaffRow, staffOf } from './staff.ts';
import { lockTerminal, type TerminalRow } from './terminals.ts';

export const SESSION_LASTS = 12 * HOUR;
/** Since its last sign-in. */
const DEVICE_IS_KNOWN_FOR = 30 * DAY;

const CODE_BYTES = 16;
const CODE = /^[A-Za-z0-9_-]{22}$/;

export interface TerminalSession {
  readonly token_hash: Buffer;
  readonly staff_id: string;
  readonly staff_name: string;
  readonly may_close: boolean;
  readonly display_code: string;
  /** As the page sent it. */
  readonly cart: unknown;
  readonly checkout_id: string | null;
}

interface SignIn {
  readonly staffId: string;
  readonly pin: string;
  readonly client: string;
  /** Of the display that this device showed before: staff have signed in on it. */
  readonly displayCode: string | null;
}

/**
 * Returns the token of the cookie. Errors: 422 `wrong_code`; 429 `too_many_tries`. Devices on which staff have signed
 * in are counted separately, so that nobody else can lock them.
 */
export async function signIn(
  app: App,
  terminal: TerminalRow,
  { staffId, pin, client, displayCode }: SignIn,
): Promise<string> {
  const known = (await isKnownCode(app, terminal, displayCode)) ? displayCode : null;
  const subjects = attemptsOf(terminal, { staffId, client, known });
  await takeAttempt(app, subjects);
  const staff = (await staffOf(app.db, terminal)).find(({ id }) => id === staffId);
  const isRight = staff?.is_active === true && (await isPinOf(staff.pin_hash, pin));
  if (!isRight || !terminal.is_active) throw apiError('wrong_code.pin');
  const { token, hash } = newToken(app);
  const begun = { hash, staff, displayCode: known ?? newCode(app) };
  if (!(await begin(app, terminal, begun))) throw apiError('wrong_code.pin');
  await purgeAttempts(app.db, subjects);
  return token;
}

interface Attempt {
  readonly staffId: string;
  readonly client: string;
  /** The code of a known device. */
  readonly known: string | null;
}

/** A sign-in of one person does not clear what they tried for others. */
function attemptsOf({ id }: TerminalRow, { staffId, client, known }: Attempt): readonly Subject[] {
  const device = known === null ? `from ${client}` : `on ${known}`;
  const group = known === null ? 'strangers' : 'devices';
  const all: readonly Subject[] = [
    { kind: 'account', of: `terminal ${id} ${device} ${staffId}` },
    { kind: 'address', of: `terminal ${id} ${device}` },
    { kind: 'address', of: `terminal ${id} ${group} ${staffId}` },
  ];
  return known === null ? [...all, { kind: 'strangers', of: `terminal ${id}` }] : all;
}

interface Begun {
  readonly hash: Buffer;
  readonly staff: StaffRow;
  readonly displayCode: string;
}

/** Ends the earlier session of the device. False: the PIN, the person or the terminal has changed meanwhile. */
function begin(
  app: App,
  terminal: TerminalRow,
  { hash, staff, displayCode }: Begun,
): Promise<boolean> {
  const { project_id: projectId, id } = terminal;
  return app.db.transaction(async (tx) => {
    // One sign-in at a time: each ends the session that the one before it has begun.
    if ((await lockTerminal(tx, terminal))?.is_active !== true) return false;
    await tx.query(
      `update terminal_sessions set ended_at = $4
       where project_id = $1 and terminal_id = $2 and display_code = $3 and ended_at is null`,
      [projectId, id, displayCode, tx.now],
    );
    const rows = await tx.query(
      `insert into terminal_sessions (token_hash, project_id, terminal_id, staff_id, display_code, created_at, ends_at)
       select $1, project_id, terminal_id, id, $5, $6, $7 from terminal_staff
       where project_id = $2 and terminal_id = $3 and id = $4 and pin_hash = $8 and is_active
       for share
       returning 1`,
      [
        hash,
        projectId,
        id,
        staff.id,
        displayCode,
        tx.now,
        new Date(tx.now.getTime() + SESSION_LASTS),
        staff.pin_hash,
      ],
    );
    return rows.length > 0;
  });
}

const newCode = ({ random }: App) => random.bytes(CODE_BYTES).toString('base64url');

/** A device may only continue with a code that this service made. */
async function isKnownCode(
  { db, clock }: App,
  { project_id: projectId, id }: TerminalRow,
  code: string | null,
): Promise<boolean> {
  if (code === null || !CODE.test(code)) return false;
  const rows = await db.query(
    `select 1 from terminal_sessions
     where project_id = $1 and terminal_id = $2 and display_code = $3 and created_at > $4 limit 1`,
    [projectId, id, code, new Date(clock.now() - DEVICE_IS_KNOWN_FOR)],
  );
  return rows.length > 0;
}

const ACTIVE = `s.ended_at is null and s.created_at <= $4 and s.ends_at > $4 and p.is_active`;
const SELECT = `select s.token_hash, s.staff_id, p.name as staff_name, p.may_close, s.display_code, s.cart, s.checkout_id
  from terminal_sessions s join terminal_staff p
    on p.project_id = s.project_id and p.terminal_id = s.terminal_id and p.id = s.staff_id
  where s.project_id = $1 and s.terminal_id = $2`;

/** Null when nobody is signed in with this token. */
export async function findTerminalSession(
  app: App,
  terminal: TerminalRow,
  token: string,
): Promise<TerminalSession | null> {
  if (!terminal.is_active) return null;
  return firstRow(
    app.db.query<TerminalSession>(`${SELECT} and s.token_hash = $3 and ${ACTIVE}`, [
      terminal.project_id,
      terminal.id,
      hashOf(token),
      new Date(app.clock.now()),
    ]),
  );
}

/** Of the display with this code: the newest one. Null: nobody is signed in there. */
export async function findDisplayed(
  app: App,
  terminal: TerminalRow,
  code: string,
): Promise<TerminalSession | null> {
  if (!terminal.is_active || !CODE.test(code)) return null;
  return firstRow(
    app.db.query<TerminalSession>(
      `${SELECT} and s.display_code = $3 and ${ACTIVE} order by s.created_at desc limit 1`,
      [terminal.project_id, terminal.id, code, new Date(app.clock.now())],
    ),
  );
}

/** A cart is shown until it is sold; then its sale, until the next cart. */
export async function display(
  app: App,
  { token_hash: hash }: TerminalSession,
  shown: { readonly cart: unknown } | { readonly checkoutId: string },
): Promise<void> {
  const isCart = 'cart' in shown;
  await app.db.query(
    'update terminal_sessions set cart = $2, checkout_id = $3 where token_hash = $1',
    [hash, isCart ? JSON.stringify(shown.cart) : null, isCart ? null : shown.checkoutId],
  );
}

export async function endSession(app: App, { token_hash: hash }: TerminalSession): Promise<void> {
  await app.db.query(
    'update terminal_sessions set ended_at = $2 where token_hash = $1 and ended_at is null',
    [hash, new Date(app.clock.now())],
  );
}

/** Of one person, or of all. */
export async function endSessions(
  tx: Tx,
  { project_id: projectId, id }: Pick<TerminalRow, 'project_id' | 'id'>,
  staffId: string | null,
): Promise<void> {
  await tx.query(
    `update terminal_sessions set ended_at = $4
     where project_id = $1 and terminal_id = $2 and ended_at is null and ($3::uuid is null or staff_id = $3)`,
    [projectId, id, staffId, tx.now],
  );
}
