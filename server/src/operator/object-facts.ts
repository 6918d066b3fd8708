// What is read of an object before something is done with it: whose it is, and how it stands, for the journal.
import type { App } from '../app.ts';
import type { About, JournalObject } from '../contract/operator/operation.ts';
import { isUuid } from '../core/ids.ts';
import { packedDelivery } from '../events/packs.ts';

export interface ObjectFacts {
  readonly type: JournalObject | null;
  /** Null for what is not made yet, and when the field that names it is wrong. */
  readonly id: string | null;
  readonly projectId: string | null;
  readonly before: unknown;
}

const status = (table: string) =>
  `select project_id, jsonb_build_object('status', status) as before from ${table} where id = $1`;

const statements: Partial<Record<JournalObject, string>> = {
  alarm: `select null as project_id, jsonb_build_object('kind', kind, 'cleared', cleared_at is not null,
      'known_by', known_by) as before
    from ledger_alarms where id = $1`,
  alarm_destination: `select null as project_id, jsonb_build_object('kind', kind, 'name', name, 'recipient', recipient,
      'enabled', is_enabled) as before
    from alarm_destinations where id::text = $1 or name = $1`,
  channel: status('channels'),
  channel_payment: status('channel_payments'),
  delivery: status('deliveries'),
  deposit: status('deposits'),
  endpoint: `select project_id, jsonb_build_object('url', url, 'enabled', is_enabled) as before
    from callback_endpoints where id = $1`,
  exchange: `select project_id, jsonb_build_object('committed', committed_at is not null, 'expired', expired_at is not null)
    as before from exchange_transfers where id = $1`,
  invoice: status('invoices'),
  member: `select m.project_id, jsonb_build_object('name', u.name, 'roles', m.roles) as before
    from project_members m join users u on u.id = m.user_id where m.user_id = $1 and m.project_id = $2`,
  payout_stop: `select project_id, jsonb_build_object('reason', reason, 'lifted', lifted_at is not null) as before
    from payout_stops where id = $1`,
  project_settings: 'select id as project_id, settings as before from projects where id = $1',
  subscription: status('subscriptions'),
  user: `select null as project_id, jsonb_build_object('name', name, 'role', role, 'disabled', disabled_at is not null)
    as before from users where id = $1`,
  withdrawal: status('coin_withdrawals'),
};

/** A delivery that is packed was delivered (events/packs.ts). */
async function packedFacts(app: App, projectId: unknown, id: string) {
  if (typeof projectId !== 'string' || !isUuid(projectId) || !isUuid(id)) return null;
  const found = await packedDelivery(app.db, projectId, id);
  return found && { project_id: projectId, before: { status: found.delivery.status } };
}

/** Of the object that the input names. */
export async function objectFacts(
  app: App,
  about: About | undefined,
  input: Readonly<Record<string, unknown>>,
): Promise<ObjectFacts> {
  const type = about?.type ?? null;
  const named = about !== undefined && 'input' in about ? input[about.input] : undefined;
  if (about === undefined || typeof named !== 'string')
    return { type, id: null, projectId: null, before: null };
  const id = about.type === 'coin' ? named.toUpperCase() : named;
  const statement = statements[about.type];
  const [row] =
    statement === undefined
      ? []
      : await app.db.query<{ project_id: string | null; before: unknown }>(statement, [
          id,
          // Somebody is a member of a project.
          ...(about.type === 'member' ? [input['project']] : []),
        ]);
  const facts = row ?? (type === 'delivery' ? await packedFacts(app, input['project'], id) : null);
  return { type, id, projectId: facts?.project_id ?? null, before: facts?.before ?? null };
}
