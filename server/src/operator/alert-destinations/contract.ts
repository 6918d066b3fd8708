// Alert destinations: mail, and posts to other programs. A URL or token that permits posting is a secret.
import { Type } from 'typebox';
import { DELIVERY_CODES } from '../../contract/delivery-codes.ts';
import { integer, oneOf, required, text, uuid } from '../../contract/fields.ts';
import { operatorOperation, secret } from '../../contract/operator/operation.ts';
import {
  Id,
  nullable,
  oneOf as oneOfWords,
  row,
  rows,
  SecretText,
  Text,
  TextOrNull,
  Time,
  TimeOrNull,
} from '../../contract/schema.ts';

const DESTINATION_KINDS = ['mail', 'webhook', 'slack', 'telegram'] as const;
export type DestinationKindName = (typeof DESTINATION_KINDS)[number];

export const MESSAGE_LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number];

/** The default, unless configured. */
export const REPEAT_MINUTES = 60;
const REPEAT_MINUTES_MAX = 10_080;
const NAME_LENGTH_MAX = 100;
const PLACE_LENGTH_MAX = 2048;

const Destination = {
  id: Id,
  kind: oneOfWords(DESTINATION_KINDS),
  name: Text,
  recipient: Type.String({ description: 'recipient or host, never the full webhook URL' }),
  language: oneOfWords(MESSAGE_LANGUAGES),
  repeat_minutes: Type.Integer(),
  enabled: Type.Boolean(),
  created_at: Time,
  delivered_at: nullable(Type.String({ format: 'date-time', description: 'last message' })),
  failures: Type.Integer({ description: 'consecutive failed attempts since then' }),
  failed_since: TimeOrNull,
  last_error: TextOrNull,
  last_error_code: nullable(oneOfWords(DELIVERY_CODES)),
};
const about = { type: 'alert_destination', input: 'destination_id' } as const;
const destination = { destination_id: required(uuid('ID of the destination')) };

export const alertDestinationsOperations = {
  'alerts.destinations.list': operatorOperation({
    summary: 'List the alert destinations and the status of their deliveries',
    permission: 'read',
    input: {},
    output: rows(Destination),
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
    output: row({
      ...Destination,
      signing_secret: nullable(SecretText),
      standard_webhooks_secret: nullable(SecretText),
    }),
  }),
  'alerts.destinations.enable': operatorOperation({
    summary: 'Resume sending alerts to a destination',
    permission: 'operate',
    about,
    input: destination,
    output: row(Destination),
  }),
  'alerts.destinations.disable': operatorOperation({
    summary: 'Pause sending alerts to a destination',
    permission: 'operate',
    about,
    input: destination,
    output: row(Destination),
  }),
  'alerts.destinations.remove': operatorOperation({
    summary: 'Delete an alert destination and its secret',
    permission: 'operate',
    about,
    input: destination,
    output: row({ id: Id, name: Text }),
  }),
  'alerts.test': operatorOperation({
    summary:
      'Send a test message to one destination or to all that are enabled, and show the results',
    permission: 'configure',
    about: { type: 'alert_destination', input: 'destination' },
    input: { destination: text(NAME_LENGTH_MAX, 'only to this destination: its name or ID') },
    output: rows({
      id: Id,
      kind: oneOfWords(DESTINATION_KINDS),
      name: Text,
      recipient: Text,
      delivered: Type.Boolean(),
      response: Text,
      error_code: nullable(oneOfWords(DELIVERY_CODES)),
      milliseconds: Type.Integer(),
    }),
  }),
} as const;
