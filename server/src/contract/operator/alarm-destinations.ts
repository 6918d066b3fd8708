// Alert destinations: mail, and posts to other programs. A URL or token that permits posting is a secret.
import { Type } from 'typebox';
import { integer, oneOf, required, text, uuid } from '../fields.ts';
import { Id, nullable, oneOf as oneOfWords, Text, Time } from '../objects/schema-words.ts';
import { secret } from './fields.ts';
import { operatorOperation } from './operation.ts';
import { row, rows, SecretText, TextOrNull, TimeOrNull } from './schema-words.ts';

const DESTINATION_KINDS = ['mail', 'webhook', 'slack', 'telegram'] as const;
export type DestinationKindName = (typeof DESTINATION_KINDS)[number];

const MESSAGE_LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number];

/** Unless configured. */
export const REPEAT_MINUTES = 60;
const REPEAT_MINUTES_MAX = 10_080;
const NAME_LENGTH_MAX = 100;
const PLACE_LENGTH_MAX = 2048;

const Destination = {
  id: Id,
  kind: oneOfWords(DESTINATION_KINDS),
  name: Text,
  recipient: Type.String({ description: 'who or which host: never the whole address of a post' }),
  language: oneOfWords(MESSAGE_LANGUAGES),
  repeat_minutes: Type.Integer(),
  enabled: Type.Boolean(),
  created_at: Time,
  taken_at: nullable(Type.String({ format: 'date-time', description: 'the last message' })),
  failures: Type.Integer({ description: 'attempts in a row since then' }),
  failed_since: TimeOrNull,
  last_error: TextOrNull,
};
const about = { type: 'alarm_destination', input: 'destination_id' } as const;
const destination = { destination_id: required(uuid('of the destination')) };

export const alarmDestinationsOperations = {
  'alarms.destinations.list': operatorOperation({
    summary: 'List where alarms are told, and how it goes there',
    permission: 'read',
    input: {},
    output: rows(Destination),
  }),
  'alarms.destinations.add': operatorOperation({
    summary: 'Tell alarms somewhere; prints the secret that a webhook is signed with',
    permission: 'secrets',
    about: { type: 'alarm_destination', output: 'id' },
    input: {
      kind: required(oneOf(DESTINATION_KINDS, 'how it is told there')),
      name: required(text(NAME_LENGTH_MAX, 'what it is called here')),
      to: text(PLACE_LENGTH_MAX, 'mail: the address; telegram: the id of the chat'),
      secret: secret('webhook and slack: the URL; telegram: the token of the bot'),
      api_url: text(PLACE_LENGTH_MAX, 'telegram: another server than api.telegram.org'),
      language: oneOf(MESSAGE_LANGUAGES, 'of its messages (en)'),
      repeat_minutes: integer(
        { min: 0, max: REPEAT_MINUTES_MAX },
        'after how long it is told again of what nobody acknowledged (60), then twice as long; 0: never',
      ),
    },
    output: row({
      ...Destination,
      signing_secret: nullable(SecretText),
      standard_webhooks_secret: nullable(SecretText),
    }),
  }),
  'alarms.destinations.enable': operatorOperation({
    summary: 'Tell alarms there again',
    permission: 'operate',
    about,
    input: destination,
    output: row(Destination),
  }),
  'alarms.destinations.disable': operatorOperation({
    summary: 'Tell no alarms there for now',
    permission: 'operate',
    about,
    input: destination,
    output: row(Destination),
  }),
  'alarms.destinations.remove': operatorOperation({
    summary: 'Forget where alarms were told, with its secret',
    permission: 'operate',
    about,
    input: destination,
    output: row({ id: Id, name: Text }),
  }),
  'alarms.test': operatorOperation({
    summary:
      'Send a test message to all destinations that are on, or to one, and say what came of it',
    permission: 'configure',
    about: { type: 'alarm_destination', input: 'destination' },
    input: { destination: text(NAME_LENGTH_MAX, 'only to this one: its name or id') },
    output: rows({
      id: Id,
      kind: oneOfWords(DESTINATION_KINDS),
      name: Text,
      recipient: Text,
      taken: Type.Boolean(),
      said: Type.String({ description: 'what came back' }),
      milliseconds: Type.Integer(),
    }),
  }),
} as const;
