// How each kind of object is read before an operation, for the audit log: its state, and the fields that people can
// change. Never a secret or anything derived from one.
import type { App } from '../app.ts';
import type { JournalObject } from '../contract/operator/operation.ts';
import { destinationText } from '../policy/destinations.ts';
import { coinsSharing } from '../risk/operator-lists.ts';
import { moneyOf } from './present.ts';

type InputFields = Readonly<Record<string, unknown>>;

export interface Reading {
  /** At most one row: `project_id` (null without a project) and `before`. `$1` is the ID. */
  readonly rows: string;
  readonly beside?: (app: App, input: InputFields) => readonly unknown[];
  /** Replaces `before` where the raw row is less readable. */
  readonly shown?: (app: App, before: InputFields, id: string) => unknown;
}

/** The reasons why some kinds are not read. */
export const withoutBefore = {
  transaction: 'each is made by what is asked, and none is changed',
} as const satisfies Partial<Record<JournalObject, string>>;

type Readable = Exclude<JournalObject, keyof typeof withoutBefore>;

const before = (table: string, projectId: string, facts: string) =>
  `select ${projectId} as project_id, jsonb_build_object(${facts}) as before from ${table}`;
const ofProject = (table: string, facts: string) => ({
  rows: `${before(table, 'project_id', facts)} where id = $1`,
});
const ofInstance = (table: string, facts: string) => ({
  rows: `${before(table, 'null', facts)} where id = $1`,
});
const project = (_: App, input: InputFields) => [input['project']];

/** The same time format as on the screens. */
const moment = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const destination: Reading = {
  rows: `select project_id, jsonb_build_object('listed', listed_at is not null, 'name', name) as before
    from destinations where destination in ($1, $2) and coin = $3 and project_id = $4`,
  beside: (app, input) => [parsed(app, input)?.text, input['currency'], input['project']],
};
const listed: Reading = {
  rows: `select null as project_id, jsonb_build_object('lists', coalesce(
      jsonb_agg(jsonb_build_object('list', list, 'note', note) order by list), '[]')) as before
    from risk_entries where address in ($1, $2) and coin = any($3::text[])`,
  beside: (app, input) => [parsed(app, input)?.address, coinsSharing(String(input['currency']))],
};

/** The address in stored form. Null if invalid. */
function parsed(app: App, { currency, address }: InputFields) {
  if (typeof currency !== 'string' || typeof address !== 'string') return null;
  const found = app.coins.get(currency)?.parseAddress(address, app.config.network);
  return found ? { ...found, text: destinationText(app, { coin: currency, ...found }) } : null;
}

const readings: Readonly<Record<Exclude<Readable, 'address'>, Reading>> = {
  alert: ofInstance(
    'alerts',
    `'kind', kind, 'resolved', resolved_at is not null, 'acknowledged_by', acknowledged_by`,
  ),
  alert_destination: {
    rows: `select null as project_id, jsonb_build_object('kind', kind, 'name', name, 'recipient', recipient,
        'enabled', is_enabled) as before
      from alert_destinations where id::text = $1 or name = $1`,
  },
  api_key: {
    rows: `select project_id, jsonb_build_object('name', name, 'api_version', api_version, 'permissions', permissions,
        'ip_allow_list', ip_allow_list, 'revoked', revoked_at is not null) as before
      from api_keys where key = $1`,
  },
  approver: {
    rows: `select project_id, jsonb_build_object('name', name, 'key', api_key) as before
      from approvers where name = $1 and project_id = $2 and removed_at is null`,
    beside: project,
  },
  channel: ofProject(
    'channels',
    `'status', status, 'name', name, 'description', description, 'customer_id', customer_id`,
  ),
  channel_payment: ofProject(
    'channel_payments',
    `'status', status, 'status_context', status_context`,
  ),
  checkout: ofProject('checkouts', `'status', status, 'status_context', status_context`),
  coin: {
    rows: `select null as project_id, jsonb_build_object('quarantined', q.coin is not null, 'reason', q.reason,
        'code', q.cause ->> 'code')
        as before
      from (values ($1::text)) as c(coin) left join quarantines q on q.coin = c.coin`,
  },
  correction: ofProject('corrections', `'status', status`),
  currency: {
    rows: `select null as project_id, jsonb_build_object('declared', amount::text) as before
      from solvency_declarations where currency = $1 order by created_at desc, id desc limit 1`,
    shown: (app, { declared }, code) => ({
      declared: moneyOf(app, BigInt(String(declared)), code),
    }),
  },
  customer: {
    rows: `select project_id, jsonb_build_object('currency', currency, 'addresses', addresses) as before
      from customers where id = $1 and project_id = $2`,
    beside: project,
  },
  delivery: ofProject('deliveries', `'status', status, 'attempts', attempts + attempts_before`),
  deposit: ofProject(
    'deposits',
    `'status', status, 'came_to', owner_type, 'came_to_id', owner_id, 'credited', credited_at is not null`,
  ),
  endpoint: ofProject('callback_endpoints', `'url', url, 'enabled', is_enabled`),
  exchange: ofProject(
    'exchange_transfers',
    `'committed', committed_at is not null, 'expired', expired_at is not null`,
  ),
  invoice: ofProject('invoices', `'status', status, 'status_context', status_context`),
  member: {
    rows: `select m.project_id, jsonb_build_object('name', u.name, 'roles', m.roles) as before
      from project_members m join users u on u.id = m.user_id where m.user_id = $1 and m.project_id = $2`,
    beside: project,
  },
  passkey: ofInstance(
    'passkeys',
    `'name', name, 'made_at', ${moment('made_at')}, 'used_at', ${moment('used_at')}`,
  ),
  terminal: ofProject('terminals', `'name', name, 'active', is_active`),
  payment_link: ofProject('payment_links', `'active', is_active, 'stock', stock`),
  payout_batch: ofProject('payout_batches', `'status', status, 'name', name`),
  payout_pause: ofProject(
    'payout_pauses',
    `'cause', cause, 'reason', reason, 'resumed', resumed_at is not null`,
  ),
  personal_token: ofInstance(
    'personal_tokens',
    `'name', name, 'permissions', permissions, 'project_id', project_id, 'expires_at', ${moment('expires_at')},
      'revoked', revoked_at is not null`,
  ),
  /** The version in force, which the next one replaces. */
  policy: {
    rows: `select project_id, jsonb_build_object('version', version, 'document', document) as before
      from policies where project_id = $1 order by version desc limit 1`,
  },
  project: {
    rows: `select p.id as project_id, jsonb_build_object('name', p.name, 'payout_pauses', (
        select count(*) from payout_pauses s where s.project_id = p.id and s.resumed_at is null)) as before
      from projects p where p.id = $1`,
  },
  project_settings: {
    rows: `select p.id as project_id, p.settings || coalesce((
        select jsonb_build_object('domain', d.domain, 'verified_at', ${moment('d.verified_at')})
        from payer_domains d where d.project_id = p.id), '{}') as before
      from projects p where p.id = $1`,
  },
  proposal: ofProject('proposals', `'status', status, 'kind', kind, 'object_id', object_id`),
  session: ofInstance(
    'sessions',
    `'began_at', ${moment('began_at')}, 'seen_at', ${moment('seen_at')}, 'agent', agent, 'ended', ended_at is not null`,
  ),
  subscription: ofProject('subscriptions', `'status', status`),
  user: {
    rows: `select null as project_id, jsonb_build_object('name', name, 'role', role, 'disabled',
        disabled_at is not null, 'language', language, 'number_format', number_format, 'time_zone', time_zone,
        'theme', theme, 'has_password', exists (select 1 from passwords p where p.user_id = u.id),
        'has_totp', exists (select 1 from totp_secrets s where s.user_id = u.id),
        'notices', (select n.kinds from notices n where n.user_id = u.id)) as before
      from users u where u.id = $1`,
  },
  withdrawal: {
    rows: `select w.project_id, jsonb_build_object('status', w.status, 'txid', w.txid, 'wait_reason', (
        select p.wait_reason from payouts p where p.project_id = w.project_id and p.withdrawal_id = w.id)) as before
      from coin_withdrawals w where w.id = $1`,
  },
};

/** Null for kinds without a reading. */
export function readingOf(type: JournalObject, input: InputFields): Reading | null {
  if (type === 'address') return input['project'] === undefined ? listed : destination;
  return type in withoutBefore ? null : readings[type as keyof typeof readings];
}
