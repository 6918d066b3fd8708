// The methods that a person can use for sign-in and step-up.
import type { App } from '../app.ts';
import { apiError } from '../core/errors.ts';
import type { Sql, SqlTx } from '../db/database.ts';

export interface SignInMethods {
  readonly passkeys: number;
  readonly hasPassword: boolean;
  readonly hasTotp: boolean;
  readonly recoveryCodes: number;
}

export async function signInMethodsOf(sql: Sql, userId: string): Promise<SignInMethods> {
  const [row] = await sql.query<SignInMethods>(
    `select (select count(*)::int from passkeys where user_id = $1) as passkeys,
       exists (select 1 from passwords where user_id = $1) as "hasPassword",
       exists (select 1 from totp_secrets where user_id = $1) as "hasTotp",
       (select count(*)::int from recovery_codes where user_id = $1 and used_at is null) as "recoveryCodes"`,
    [userId],
  );
  return row ?? { passkeys: 0, hasPassword: false, hasTotp: false, recoveryCodes: 0 };
}

/** A password also requires one-time codes, except in the sandbox. */
export function canStepUp({ config }: Pick<App, 'config'>, methods: SignInMethods): boolean {
  const { linksSuffice } = config.rules;
  return methods.passkeys > 0 || (methods.hasPassword && (methods.hasTotp || linksSuffice));
}

type Removal = (tx: SqlTx) => Promise<unknown>;

/** Rolls back if no method is left. Errors: 422 `last_sign_in_method`. */
export function takeAway(app: App, userId: string, remove: Removal): Promise<void> {
  return app.db.transaction(async (tx) => {
    await tx.query('select 1 from users where id = $1 order by id for no key update', [userId]);
    await remove(tx);
    if (tx.instance.config.rules.linksSuffice) return;
    if (!canStepUp(tx.instance, await signInMethodsOf(tx, userId)))
      throw apiError('last_sign_in_method');
  });
}
