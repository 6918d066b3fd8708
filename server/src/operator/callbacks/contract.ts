// Callbacks: a project's endpoints, deliveries and responses.
import { Type } from 'typebox';
import { boolean, integer, oneOf, required, text, time, uuid } from '../../contract/fields.ts';
import {
  operatorOperation,
  paging,
  placeAfter,
  span,
  theProject,
} from '../../contract/operator/operation.ts';
import {
  Id,
  nullable,
  page,
  row,
  rows,
  SecretText,
  Text,
  TextOrNull,
  Time,
  TimeOrNull,
} from '../../contract/schema.ts';

const URL_LENGTH_MAX = 2048;
const NAME_LENGTH_MAX = 100;
/** Events per response: each contains the complete object. */
const EVENTS_MAX = 200;

const Endpoint = { id: Id, url: Text, enabled: Type.Boolean() };
/** The same secret for both signature dialects. */
const Secret = row({ callback_secret: SecretText, standard_webhooks_secret: SecretText });
const Delivery = {
  id: Id,
  event: Text,
  object_id: Id,
  status: Text,
  next_attempt_at: TimeOrNull,
  url: Text,
  endpoint_id: Id,
  created_at: Time,
  delivered_at: TimeOrNull,
};
const endpoint = { project: theProject, endpoint_id: required(uuid('ID of the endpoint')) };
const delivery = { project: theProject, delivery_id: required(uuid('ID of the delivery')) };

export const callbacksOperations = {
  'callbacks.set': operatorOperation({
    summary:
      'Set the callback URL of a project, or add one with --add. Prints the secret of a new endpoint',
    permission: 'secrets',
    about: { type: 'endpoint', output: 'endpoint_id' },
    input: {
      project: theProject,
      url: required(text(URL_LENGTH_MAX, 'callback URL')),
      add: boolean('add an endpoint instead of changing the first'),
    },
    output: row({ project_id: Id, endpoint_id: Id, url: Text, secret: nullable(Secret) }),
  }),
  'callbacks.list': operatorOperation({
    summary: 'List the endpoints',
    permission: 'read',
    input: { project: theProject },
    output: rows(Endpoint),
  }),
  'callbacks.enable': operatorOperation({
    summary: 'Resume deliveries to an endpoint',
    permission: 'configure',
    about: { type: 'endpoint', input: 'endpoint_id' },
    input: endpoint,
    output: row(Endpoint),
  }),
  'callbacks.disable': operatorOperation({
    summary: 'Pause deliveries to an endpoint. Callbacks that are not delivered yet are kept',
    permission: 'configure',
    about: { type: 'endpoint', input: 'endpoint_id' },
    input: endpoint,
    output: row(Endpoint),
  }),
  'callbacks.rotate': operatorOperation({
    summary: 'Create a new secret. The old one works for 24 more hours; --finish ends it now',
    permission: 'secrets',
    about: { type: 'endpoint', input: 'endpoint_id' },
    input: { ...endpoint, finish: boolean('end the overlap: only the new secret signs') },
    output: row({ endpoint_id: Id, secret: nullable(Secret) }),
  }),
  'callbacks.test': operatorOperation({
    summary: 'Queue a test callback for every endpoint. The running service delivers it',
    permission: 'configure',
    about: { type: 'project', input: 'project' },
    input: { project: theProject },
    output: row({ project_id: Id, deliveries: rows({ id: Id, url: Text }) }),
  }),
  'callbacks.deliveries': operatorOperation({
    summary: 'List deliveries, newest first',
    permission: 'read',
    input: {
      project: theProject,
      status: oneOf(['pending', 'delivered', 'failed'], 'only deliveries with this status'),
      endpoint_id: uuid('only to this endpoint'),
      object_id: uuid('only about this object'),
      type: text(NAME_LENGTH_MAX, 'only about objects of this type'),
      event: text(NAME_LENGTH_MAX, 'only of this event'),
      order: oneOf(
        ['newest', 'oldest'],
        'which rows are first (default: newest); `oldest` only with the status `failed` or `pending`',
      ),
      ...span,
      ...paging,
    },
    output: page({ ...Delivery, attempts: Type.Integer() }),
  }),
  'callbacks.events': operatorOperation({
    summary:
      'List callback events, oldest first, after a cursor. Without a cursor, print the current one',
    permission: 'read',
    input: {
      project: theProject,
      after: placeAfter(2),
      limit: integer({ min: 1, max: EVENTS_MAX }, 'maximum number of events (default: 50)'),
    },
    output: row({
      project_id: Id,
      rows: rows({ id: Id, event: Text, object_id: Id, created_at: Time, payload: Text }),
      /** Pass as `after` for the next events, now or later. */
      next: Text,
      more: Type.Boolean(),
    }),
  }),
  'callbacks.show': operatorOperation({
    summary: 'Show the requests of a delivery and the responses',
    permission: 'read',
    input: delivery,
    output: row({
      ...Delivery,
      payload: Text,
      /** The headers of each attempt. A value that differs in each attempt is null. */
      headers: rows({ name: Text, value: TextOrNull }),
      attempts: rows({
        attempt: Type.Integer(),
        status_code: nullable(Type.Integer()),
        failure: TextOrNull,
        answer_excerpt: TextOrNull,
        milliseconds: Type.Integer(),
        created_at: Time,
      }),
    }),
  }),
  'callbacks.retry': operatorOperation({
    summary: 'Send a callback again now',
    permission: 'write',
    about: { type: 'delivery', input: 'delivery_id' },
    input: delivery,
    output: row({ id: Id }),
  }),
  'callbacks.retry-failed': operatorOperation({
    summary: 'Send failed callbacks again now, oldest first, at most 1000 per call',
    permission: 'configure',
    about: { type: 'project', input: 'project' },
    input: {
      project: theProject,
      endpoint_id: uuid('only to this endpoint'),
      from: time('only callbacks created at or after this time'),
    },
    output: row({ project_id: Id, resent: Type.Integer(), left: Type.Integer() }),
  }),
} as const;
