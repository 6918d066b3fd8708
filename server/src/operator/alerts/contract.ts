// Alerts: what requires a person's attention, their acknowledgment, and the destinations that they are sent to. A URL
// or token that permits posting is a secret.
import { Type } from 'typebox';
import { ALERT_KINDS, ALERT_SEVERITIES } from '../../contract/alert-kinds.ts';
import { DELIVERY_CODES } from '../../contract/delivery-codes.ts';
import { boolean, integer, oneOf, required, text, uuid } from '../../contract/fields.ts';
import {
  operatorOperation,
  paging,
  reason,
  secret,
  span,
} from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';

const KIND_LENGTH_MAX = 100;

const DESTINATION_KINDS = ['mail', 'webhook', 'slack', 'telegram'] as const;
export type DestinationKindName = (typeof DESTINATION_KINDS)[number];

export const MESSAGE_LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number];

export const REPEAT_MINUTES = 60;
const REPEAT_MINUTES_MAX = 10_080;
const NAME_LENGTH_MAX = 100;
const PLACE_LENGTH_MAX = 2048;

const Destination = {
  id: schema.Id,
  kind: schema.oneOf(DESTINATION_KINDS),
  name: schema.Text,
  recipient: Type.String({ description: 'recipient or host, never the full webhook URL' }),
  language: schema.oneOf(MESSAGE_LANGUAGES),
  repeat_minutes: Type.Integer(),
  enabled: Type.Boolean(),
  created_at: schema.Time,
  delivered_at: schema.nullable(Type.String({ format: 'date-time', description: 'last message' })),
  failures: Type.Integer({ description: 'consecutive failed attempts since then' }),
  failed_since: schema.TimeOrNull,
  last_error: schema.TextOrNull,
  last_error_code: schema.nullable(schema.oneOf(DELIVERY_CODES)),
};
const about = { type: 'alert_destination', input: 'destination_id' } as const;
const destination = { destination_id: required(uuid('ID of the destination')) };

export const alertsOperations = {
  'alerts.list': operatorOperation({
    summary: 'List open alerts, newest first',
    permission: 'read',
    input: {
      all: boolean('include resolved alerts'),
      kind: text(KIND_LENGTH_MAX, 'only alerts of this kind'),
      ...span,
      ...paging,
    },
    output: schema.page({
      id: schema.Id,
      kind: schema.oneOf(ALERT_KINDS),
      raised_at: schema.Time,
      resolved_at: schema.TimeOrNull,
      resolved_reason: schema.TextOrNull,
      /** Acknowledged: when, by whom, and their last note. */
      acknowledged_at: schema.TimeOrNull,
      acknowledged_by: schema.TextOrNull,
      note: schema.TextOrNull,
      assignee: schema.nullable(schema.row({ user_id: schema.Id, name: schema.Text })),
      severity: schema.oneOf(ALERT_SEVERITIES),
      runbook: Type.String({ description: 'path of the section of the runbook' }),
      facts: schema.Facts,
    }),
  }),
  'alerts.acknowledge': operatorOperation({
    summary: 'Acknowledge an alert. It stays open',
    permission: 'configure',
    about: { type: 'alert', input: 'alert_id' },
    input: {
      alert_id: required(uuid('ID of the alert')),
      reason: reason('what you know and who is working on it; replaces an earlier note'),
    },
    output: schema.row({ id: schema.Id, kind: schema.oneOf(ALERT_KINDS) }),
  }),
  'alerts.assign': operatorOperation({
    summary: 'Assign an open alert to a person, or to nobody',
    permission: 'configure',
    about: { type: 'alert', input: 'alert_id' },
    input: {
      alert_id: required(uuid('ID of the alert')),
      user_id: uuid('ID of an owner or operator; if omitted, nobody'),
    },
    output: schema.row({ id: schema.Id, kind: schema.oneOf(ALERT_KINDS) }),
  }),
  'alerts.resolve': operatorOperation({
    summary: 'Resolve an alert. An alert whose cause is gone resolves automatically',
    permission: 'configure',
    about: { type: 'alert', input: 'alert_id' },
    input: {
      alert_id: required(uuid('ID of the alert')),
      reason: reason('what you found and did; kept with the alert'),
    },
    output: schema.row({ id: schema.Id, kind: schema.oneOf(ALERT_KINDS) }),
  }),
  'alerts.destinations.list': operatorOperation({
    summary: 'List the alert destinations and the status of their deliveries',
    permission: 'read',
    output: schema.rows(Destination),
  }),
  'alerts.destinations.add': operatorOperation({
    summary: 'Add an alert destination. Prints the signing secret of a webhook',
    permission: 'secrets',
    about: { type: 'alert_destination', output: 'id' },
    input: {
      kind: required(oneOf(DESTINATION_KINDS, 'channel')),
      name: required(text(NAME_LENGTH_MAX, 'name of the destination')),
      to: text(PLACE_LENGTH_MAX, 'mail: the address; telegram: the chat ID'),
      secret: secret('webhook and slack: the URL; telegram: the bot token'),
      api_url: text(PLACE_LENGTH_MAX, 'telegram: a server other than api.telegram.org'),
      language: oneOf(MESSAGE_LANGUAGES, 'language of the messages (default: en)'),
      repeat_minutes: integer(
        { min: 0, max: REPEAT_MINUTES_MAX },
        'minutes until an unacknowledged alert is sent again (default: 60), doubling each time; 0: never',
      ),
    },
    output: schema.row({
      ...Destination,
      signing_secret: schema.nullable(schema.SecretText),
      standard_webhooks_secret: schema.nullable(schema.SecretText),
    }),
  }),
  'alerts.destinations.enable': operatorOperation({
    summary: 'Resume sending alerts to a destination',
    permission: 'operate',
    about,
    input: destination,
    output: schema.row(Destination),
  }),
  'alerts.destinations.disable': operatorOperation({
    summary: 'Pause sending alerts to a destination',
    permission: 'operate',
    about,
    input: destination,
    output: schema.row(Destination),
  }),
  'alerts.destinations.remove': operatorOperation({
    summary: 'Delete an alert destination and its secret',
    permission: 'operate',
    about,
    input: destination,
    output: schema.row({ id: schema.Id, name: schema.Text }),
  }),
  'alerts.test': operatorOperation({
    summary:
      'Send a test message to one destination or to all that are enabled, and show the results',
    permission: 'configure',
    about: { type: 'alert_destination', input: 'destination' },
    input: { destination: text(NAME_LENGTH_MAX, 'only to this destination: its name or ID') },
    output: schema.rows({
      id: schema.Id,
      kind: schema.oneOf(DESTINATION_KINDS),
      name: schema.Text,
      recipient: schema.Text,
      delivered: Type.Boolean(),
      response: schema.Text,
      error_code: schema.nullable(schema.oneOf(DELIVERY_CODES)),
      milliseconds: Type.Integer(),
    }),
  }),
} as const;
