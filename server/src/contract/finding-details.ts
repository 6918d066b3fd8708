// The details of the doctor's findings, in addition to their code, as values: one schema per code. Amounts are texts
// with their coin.
import { type Static, Type } from 'typebox';
import { ALERT_KINDS } from './alert-kinds.ts';
import { INVARIANT_CODES } from './invariant-codes.ts';
import { NODE_DETAILS } from './node-details.ts';
import { SIGNER_AWAY_CODES } from './refusals.ts';
import {
  Facts,
  Id,
  nullable,
  oneOf,
  row,
  rows,
  Text,
  TextOrNull,
  Time,
  TimeOrNull,
} from './schema.ts';

const count = Type.Integer();

const texts = Type.Array(Text);

export const FindingDetail = Type.Union([
  ...NODE_DETAILS,
  row({ code: oneOf(['fine']) }),
  row({ code: oneOf(['check_failed']), message: Text }),
  row({ code: oneOf(['none']) }),
  row({ code: oneOf(['counted']), count }),
  row({ code: oneOf(['clock_ahead', 'clock_behind']), seconds: count }),
  row({ code: oneOf(['covered']), held: Text, owed: Text }),
  row({ code: oneOf(['network_costs']), transfers: count, wrong: count, unbooked: count }),
  row({
    code: oneOf(['owned']),
    owed: Text,
    held: Text,
    declared: Text,
    beside_tokens: TextOrNull,
  }),
  row({ code: oneOf(['rest']), rest: TextOrNull }),
  row({ code: oneOf(['sums_differ']), coins: Text }),
  row({ code: oneOf(['beside_tokens']), outputs: count, amount: Text }),
  row({ code: oneOf(['contested']), count }),
  row({
    code: oneOf(['small']),
    dear: count,
    outputs: count,
    per_input: Text,
    small: count,
    cost: Text,
    small_amount: Text,
    uneconomical: count,
    uneconomical_amount: Text,
  }),
  row({ code: oneOf(['waiting_for_finality']), count, projects: count }),
  row({ code: oneOf(['database_silent', 'database_unreachable', 'chain_not_watched']) }),
  row({ code: oneOf(['poll_failures']), count, message: Text }),
  row({ code: oneOf(['node_hangs', 'no_watcher']), seconds: count }),
  row({ code: oneOf(['rates_missing']), coins: Text }),
  row({ code: oneOf(['db_role_superuser']), role: Text }),
  row({ code: oneOf(['db_role_excess_privileges']), role: Text, rights: Text }),
  row({ code: oneOf(['ledger_ok']), proven_at: TimeOrNull, unproven: count }),
  row({
    code: oneOf(['ledger_inconsistent']),
    rules: rows({ invariant: oneOf(INVARIANT_CODES), project_id: nullable(Id), facts: Facts }),
  }),
  row({ code: oneOf(['stopped']), projects: texts }),
  row({ code: oneOf(['open_alerts']), kinds: Type.Array(oneOf(ALERT_KINDS)) }),
  row({ code: oneOf(['no_alert_channel']) }),
  row({ code: oneOf(['alert_channels']), names: texts }),
  row({ code: oneOf(['alert_delivery_failed']), names: texts, message: Text }),
  row({ code: oneOf(['alert_mail_server_missing', 'alert_delivery_error']), names: texts }),
  row({ code: oneOf(['backup_none']) }),
  row({
    code: oneOf(['backup_newest']),
    name: Text,
    at: Time,
    is_proven: Type.Boolean(),
    wal_until: TimeOrNull,
  }),
  row({ code: oneOf(['backup_before_wal']), wal_since: Time, wal_until: Time }),
  row({ code: oneOf(['wal_old']), wal_until: Time }),
  row({ code: oneOf(['backup_destination_claimed']), place: Text }),
  row({ code: oneOf(['signer_here', 'signer_separate', 'signer_none']) }),
  row({
    code: oneOf(['signer_unreachable']),
    cause: nullable(oneOf(SIGNER_AWAY_CODES)),
    about: TextOrNull,
  }),
  row({ code: oneOf(['xpub_mismatch']), coin: Text, address: Text }),
  row({ code: oneOf(['derivation_mismatch']), addresses: Text }),
  row({ code: oneOf(['paid_unknown']), payments: Text }),
]);

export type FindingDetail = Static<typeof FindingDetail>;
