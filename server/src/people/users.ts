// People as they are stored: a name for the journal, an address of mail, a role in the installation.
import type { App } from '../app.ts';
import type { InstallationRole } from '../contract/roles.ts';
import { wallNow } from '../core/clock.ts';
import { AppError, type ErrorDetail, invalid, notFound, rule } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { Sql } from '../db/database.ts';
import { addMember, type Member } from './members.ts';
import { tellRightsChanged } from './rights-changed.ts';
import { FIRST_SIGNED_IN_AT } from './sessions.ts';

type Theme = 'light' | 'dark' | 'auto';

/** How the screens look to him. */
export type Preferences = Pick<UserRow, 'language' | 'number_format' | 'time_zone' | 'theme'>;

export interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
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
  'id, name, email, role, language, number_format, time_zone, theme, created_at, disabled_at';

export interface NewUser {
  readonly name: string;
  /** In lower case. */
  readonly email: string | null;
  readonly role: InstallationRole | null;
  /** Who let him in; nobody when it was the command line. */
  readonly invitedBy?: string | undefined;
}

/** With roles in a project, or without. Errors: 422 when somebody has the name or the address. */
export async function createUser(
  app: App,
  { name, email, role, invitedBy }: NewUser,
  member?: Omit<Member, 'userId'>,
): Promise<UserRow> {
  const id = newId(app.clock, app.random);
  return app.db.transaction(async (tx) => {
    const row = await insertUser(tx, { id, name: name.trim(), email, role, invitedBy });
    if (row === null) throw invalid(await taken(tx, { name: name.trim(), email }));
    if (member !== undefined) await addMember(tx, { ...member, userId: id });
    return row;
  });
}

/**
 * The oldest owner that may come in; where there is none, one is made, of the first free name of `owner`, `owner 2`,
 * ... Processes that start at the same moment have the same one.
 */
export async function ensureOwner(app: App): Promise<UserRow> {
  for (let n = 1; ; n++) {
    const owner = await findOwner(app.db);
    if (owner !== null) return owner;
    const id = newId(app.clock, app.random);
    const name = n === 1 ? FIRST_OWNER : `${FIRST_OWNER} ${n}`;
    await insertUser(app.db, { id, name, email: null, role: 'owner' });
  }
}

/** Null when somebody has the name or the address. */
async function insertUser(
  sql: Sql,
  { id, name, email, role, invitedBy }: NewUser & { readonly id: string },
): Promise<UserRow | null> {
  const [row] = await sql.query<UserRow>(
    `insert into users (id, name, email, role, created_at, invited_by) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing returning ${COLUMNS}`,
    [id, name, email, role, new Date(wallNow()), invitedBy ?? null],
  );
  return row ?? null;
}

async function taken(
  sql: Sql,
  { name, email }: Pick<NewUser, 'name' | 'email'>,
): Promise<ErrorDetail> {
  const [same] = await sql.query<{ is_name: boolean }>(
    `select lower(name) = lower($1) as is_name from users where lower(name) = lower($1) or email = $2
     order by is_name desc limit 1`,
    [name, email],
  );
  return rule.taken(same?.is_name === false ? 'email' : 'name');
}

/** Null for somebody unknown. */
export async function findUser(sql: Sql, id: string): Promise<UserRow | null> {
  const [row] = await sql.query<UserRow>(`select ${COLUMNS} from users where id = $1`, [id]);
  return row ?? null;
}

/** By what he types to come in: his mail address or his name. Null for somebody unknown, or kept out. */
export async function findUserByLogin(sql: Sql, login: string): Promise<UserRow | null> {
  const [row] = await sql.query<UserRow>(
    `select ${COLUMNS} from users where (email = lower($1) or lower(name) = lower($1)) and disabled_at is null
     order by email = lower($1) desc nulls last limit 1`,
    [login.trim()],
  );
  return row ?? null;
}

/**
 * By what the provider of single sign-on says. The first time his address finds him; from then on nobody else of the
 * provider is he, and he is nobody else, whoever has the address. Null for somebody unknown, or kept out.
 */
export async function findUserOfProvider(
  sql: Sql,
  { email, subject }: { email: string; subject: string },
): Promise<UserRow | null> {
  const [row] = await sql.query<UserRow>(
    `update users set sso_subject = $2
     where email = lower($1) and disabled_at is null and coalesce(sso_subject, $2) = $2
       and not exists (select 1 from users o where o.sso_subject = $2 and o.email is distinct from lower($1))
     returning ${COLUMNS}`,
    [email, subject],
  );
  return row ?? null;
}

/** His address finds him anew: he has another account there. */
export async function forgetSubject(sql: Sql, id: string): Promise<void> {
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

export type ListedUser = UserRow & { readonly first_signed_in_at: Date | null };

export async function listUsers(sql: Sql): Promise<readonly ListedUser[]> {
  return sql.query<ListedUser>(
    `select ${COLUMNS}, ${FIRST_SIGNED_IN_AT} as first_signed_in_at from users u order by id limit 1000`,
  );
}

/** Errors: 404. 422 `last_owner`: somebody must be left who can let others in. */
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
    // One statement of all owners orders those who give up the role at the same time.
    const owners = await tx.query(
      "select id from users where role = 'owner' and disabled_at is null order by id for no key update",
    );
    if (owners.length === 0 && before.role === 'owner') throw lastOwner();
    if (after === undefined) throw notFound();
    await tellRightsChanged(tx);
    return after;
  });
}

function lastOwner(): AppError {
  const message = 'somebody must be left who can let others in: make another owner first';
  return new AppError({ code: 'last_owner', status: 422, message });
}
