// Until an owner has signed in, each start prints a sign-in link. In the sandbox, every start does.
import type { App } from '../app.ts';
import type { Sql } from '../db/database.ts';
import { createLink, PRINTED_LINK_LASTS, type SignInLink } from './links.ts';
import { ensureOwner } from './users.ts';

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
