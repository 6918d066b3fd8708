// People as stored: a name for the audit log, an email address, and a role in the instance.
import type { App } from '../app.ts';
import type { InstallationRole } from '../contract/roles.ts';
import { wallNow } from '../core/clock.ts';
import { apiError, type ErrorDetail, invalid, notFound, rule } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { INVITATION_MAIL, type MailStatus } from '../mails/to-people.ts';
import { createLink, endLinksOfDormant, PRINTED_LINK_LASTS, type SignInLink } from './links.ts';
import { addMember, type Member } from './members.ts';
import { FIRST_SIGNED_IN_AT, notifyRightsChanged } from './sessions.ts';

type Theme = 'light' | 'dark' | 'auto';

export type Preferences = Pick<UserRow, 'language' | 'number_format' | 'time_zone' | 'theme'>;

export interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** Null: unconfirmed. An unconfirmed address does not identify a person. */
  readonly email_confirmed_at: Date | null;
  readonly role: InstallationRole | null;
  readonly language: string | null;
  readonly number_format: string | null;
  readonly time_zone: string | null;
  readonly theme: Theme | null;
  readonly created_at: Date;
  readonly disabled_at: Date | null;
}

const FIRST_OWNER = 'owner';

const COLUMNS =
  'id, name, email, email_confirmed_at, role, language, number_format, time_zone, theme, created_at, disabled_at';

export interface NewUser {
  readonly name: string;
  readonly email: string | null;
  readonly role: InstallationRole | null;
  readonly invitedBy?: string | undefined;
  /** A person with access to the machine vouches for the address. */
  readonly isEmailConfirmed?: boolean;
}

/** Errors: 422 when the name or the address is taken. */
export function createUser(
  app: App,
  user: NewUser,
  member?: Omit<Member, 'userId'>,
): Promise<UserRow> {
  return app.db.transaction((tx) => addUser(tx, user, member));
}

/** With `member`, a name is taken only within the project, whose admin may see only people in that project. */
export async function addUser(
  tx: Tx,
  user: NewUser,
  member?: Omit<Member, 'userId'>,
): Promise<UserRow> {
  const named = { ...user, name: user.name.trim() };
  const problem = await taken(tx, named, member?.projectId ?? null);
  const row = problem === null ? await insertUser(tx, { ...named, id: tx.newId() }) : null;
  if (row === null) throw invalid(problem ?? rule.taken('name'));
  if (member !== undefined) await addMember(tx, { ...member, userId: row.id });
  return row;
}

/** The oldest active owner. If there is none, creates one. Processes that start concurrently agree on one owner. */
export async function ensureOwner(app: App): Promise<UserRow> {
  for (let n = 1; ; n++) {
    const owner = await findOwner(app.db);
    if (owner !== null) return owner;
    const id = newId(app.clock, app.random);
    const name = n === 1 ? FIRST_OWNER : `${FIRST_OWNER} ${n}`;
    await insertUser(app.db, { id, name, email: null, role: 'owner' });
  }
}

async function insertUser(
  sql: Sql,
  { id, name, email, role, invitedBy, isEmailConfirmed = false }: NewUser & { readonly id: string },
): Promise<UserRow | null> {
  const [row] = await sql.query<UserRow>(
    `insert into users (id, name, email, role, created_at, invited_by, email_confirmed_at)
     values ($1, $2, $3, $4, $5::timestamptz, $6, case when $7 then $5::timestamptz end)
     on conflict do nothing returning ${COLUMNS}`,
    [id, name, email, role, new Date(wallNow()), invitedBy ?? null, isEmailConfirmed],
  );
  return row ?? null;
}

/** An address is taken if a person has confirmed it or, within a project, if any person has it. Null: both are free. */
async function taken(
  sql: Sql,
  { name, email }: Pick<NewUser, 'name' | 'email'>,
  projectId: string | null,
): Promise<ErrorDetail | null> {
  const [same] = await sql.query<{ is_name: boolean }>(
    `select lower(name) = lower($1) as is_name from users u
     where (lower(name) = lower($1) or email = $2)
       and case when $3::uuid is null then lower(name) = lower($1) or email_confirmed_at is not null
         else exists (
           select 1 from project_members m where m.user_id = u.id and m.project_id = $3) end
     order by is_name desc limit 1`,
    [name, email, projectId],
  );
  return same === undefined ? null : rule.taken(same.is_name ? 'name' : 'email');
}

export async function findUser(sql: Sql, id: string): Promise<UserRow | null> {
  const [row] = await sql.query<UserRow>(`select ${COLUMNS} from users where id = $1`, [id]);
  return row ?? null;
}

/** Null: invited by the CLI, or not recorded. */
export async function inviterOf(sql: Sql, id: string): Promise<string | null> {
  const [row] = await sql.query<{ invited_by: string | null }>(
    'select invited_by from users where id = $1',
    [id],
  );
  return row?.invited_by ?? null;
}

const NAMESAKES_MAX = 5;

/**
 * First the person who has confirmed the email address, then the oldest with this address or name. An unconfirmed
 * address matches only if no other person uses it.
 */
export function findUsersByLogin(sql: Sql, login: string): Promise<UserRow[]> {
  return sql.query<UserRow>(
    `select ${COLUMNS} from users u
     where disabled_at is null and (lower(name) = lower($1) or (email = lower($1) and (
       email_confirmed_at is not null
       or not exists (select 1 from users o where o.email = u.email and o.id <> u.id))))
     order by (email = lower($1) and email_confirmed_at is not null) desc nulls last, id limit ${NAMESAKES_MAX}`,
    [login.trim()],
  );
}

/**
 * The first match is by confirmed email address. From then on, only the same provider account matches, even if another
 * account gets the address.
 */
export async function findUserOfProvider(
  sql: Sql,
  { email, subject }: { email: string; subject: string },
): Promise<UserRow | null> {
  const [row] = await sql.query<UserRow>(
    `update users set sso_subject = $2
     where email = lower($1) and email_confirmed_at is not null and disabled_at is null
       and coalesce(sso_subject, $2) = $2
       and not exists (select 1 from users o where o.sso_subject = $2
         and (o.email is distinct from lower($1) or o.email_confirmed_at is null))
     returning ${COLUMNS}`,
    [email, subject],
  );
  return row ?? null;
}

/** For a person with a new account at the provider: the email address is matched again. */
export async function clearSubject(sql: Sql, id: string): Promise<void> {
  await sql.query('update users set sso_subject = null where id = $1', [id]);
}

export async function setPreferences(
  sql: Sql,
  id: string,
  { language, number_format, time_zone, theme }: Preferences,
): Promise<void> {
  await sql.query(
    'update users set language = $2, number_format = $3, time_zone = $4, theme = $5 where id = $1',
    [id, language, number_format, time_zone, theme],
  );
}

async function findOwner(sql: Sql): Promise<UserRow | null> {
  const [row] = await sql.query<UserRow>(
    `select ${COLUMNS} from users where role = 'owner' and disabled_at is null order by id limit 1`,
  );
  return row ?? null;
}

export type ListedUser = UserRow & {
  readonly first_signed_in_at: Date | null;
  readonly invitation_mail: MailStatus | null;
};

export async function listUsers(sql: Sql): Promise<readonly ListedUser[]> {
  return sql.query<ListedUser>(
    `select ${COLUMNS}, ${FIRST_SIGNED_IN_AT} as first_signed_in_at,
       ${INVITATION_MAIL} as invitation_mail from users u order by id limit 1000`,
  );
}

/** Errors: 404. 422 `last_owner`: at least one owner must remain. */
export async function setUser(
  app: App,
  id: string,
  change: { role?: InstallationRole | null; isDisabled?: boolean },
): Promise<UserRow> {
  return app.db.transaction(async (tx) => {
    const [before] = await tx.query<UserRow>(
      `select ${COLUMNS} from users where id = $1 for no key update`,
      [id],
    );
    if (before === undefined) throw notFound();
    const role = change.role === undefined ? before.role : change.role;
    const isDisabled = change.isDisabled ?? before.disabled_at !== null;
    const [after] = await tx.query<UserRow>(
      `update users set role = $2, disabled_at = case when $3 then coalesce(disabled_at, $4) end
       where id = $1 returning ${COLUMNS}`,
      [id, role, isDisabled, new Date(wallNow())],
    );
    // Locks all owners in one statement, so that two owners cannot give up the role concurrently.
    const owners = await tx.query(
      "select id from users where role = 'owner' and disabled_at is null order by id for no key update",
    );
    if (owners.length === 0 && before.role === 'owner') throw apiError('last_owner');
    if (after === undefined) throw notFound();
    if (after.role !== before.role) await endLinksOfDormant(tx, id);
    await notifyRightsChanged(tx);
    return after;
  });
}

/** Null when an owner has signed in before. */
export async function firstLink(app: App): Promise<SignInLink | null> {
  if (!app.config.rules.linksSuffice && (await hasSignedIn(app.db))) return null;
  const owner = await ensureOwner(app);
  return owner.disabled_at === null ? createLink(app, owner.id, PRINTED_LINK_LASTS) : null;
}

async function hasSignedIn(sql: Sql): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from sessions s join users u on u.id = s.user_id
     where u.role = 'owner' and u.disabled_at is null limit 1`,
  );
  return rows.length > 0;
}
