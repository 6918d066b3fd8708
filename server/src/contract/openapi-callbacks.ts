// Callbacks as webhooks of the OpenAPI document, generated from the event table (wire.md part 2 (e)).
import { type CallbackType, callbackEvents } from './callback-events.ts';
import { objectExamples } from './examples.ts';
import { groups } from './groups.ts';
import {
  type DocumentedOperation,
  type OpenApiDocument,
  type Parameter,
  referenceTo,
  type Schema,
} from './openapi-types.ts';
import { exampleIds } from './request-examples.ts';

const types: Readonly<Record<string, CallbackType>> = callbackEvents;

/** The body that `chaintill callbacks test` sends, without an object (events/resend.ts). */
const testCallback = {
  type: 'object',
  required: ['type', 'event', 'data'],
  properties: {
    type: { type: 'string', const: 'Invoice', description: 'Always `Invoice`' },
    event: { type: 'string', const: 'test', description: 'Always `test`: nothing has happened' },
    data: {
      type: 'object',
      description: 'Id and message of the test',
      required: ['id', 'message'],
      properties: {
        id: { type: 'string', format: 'uuid', description: 'Id of the event' },
        message: { type: 'string', description: 'For people' },
      },
    },
  },
} as const;

/** `InvoiceCallback` and so on: the callback bodies. */
export function callbackSchemas(): Record<string, Schema> {
  return { TestCallback: testCallback, ...callbackSchemasOfObjects() };
}

function callbackSchemasOfObjects(): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(types).map(([type, { object, events }]) => [
      `${type}Callback`,
      {
        type: 'object',
        required: ['type', 'event', 'data'],
        properties: {
          type: { type: 'string', const: type, description: 'Type of the object' },
          event: { type: 'string', enum: Object.keys(events), description: 'What happened' },
          data: { ...referenceTo(object), description: 'The object at the time of the event' },
        },
      },
    ]),
  );
}

export function callbackWebhooks(): OpenApiDocument['webhooks'] {
  const ofObjects = Object.entries(types).map(([type, facts]) => [
    type,
    { post: webhook(type, facts) },
  ]);
  return { ...Object.fromEntries(ofObjects), Test: { post: testWebhook() } };
}

function webhook(type: string, { object, events }: CallbackType) {
  const lines = Object.entries(events).map(([event, when]) => `- \`${event}\`: ${when}.`);
  const event = Object.keys(events)[0];
  return received(type, {
    summary: `Notifies you of a change of an object of type ${type}`,
    description: `${lines.join('\n')}\n\n${delivery}`,
    example: { type, event, data: objectExamples[object] },
  });
}

function testWebhook() {
  const message = 'This is a test callback. It does not belong to an invoice.';
  return received('Test', {
    summary: 'A test callback, sent on request',
    description: `Its type is \`Invoice\` and its event is \`test\`. Return 200 and do nothing.\n\n${delivery}`,
    example: { type: 'Invoice', event: 'test', data: { id: exampleIds.deposit, message } },
  });
}

function received(
  type: string,
  { example, ...texts }: { summary: string; description: string; example: unknown },
): DocumentedOperation {
  return {
    operationId: `receive${type}Callback`,
    ...texts,
    tags: [groups.callbacks.title],
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: referenceTo(`${type}Callback`),
          example,
        },
      },
    },
    responses: {
      '200': { description: 'Received. Any other response, or none within 10 seconds, is retried' },
    },
  };
}

const delivery =
  'Sent at least once: the same callback can arrive again with the same `webhook-id`. Callbacks of ' +
  'one object arrive in order. If you do not return 200 within 10 seconds, the callback is ' +
  'retried up to 20 times within 36 hours and 13 minutes.';

const text: Schema = { type: 'string' };
const header = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: text,
});

const headers: readonly Parameter[] = [
  header('webhook-id', 'Id of the event, the same in every attempt'),
  header('webhook-timestamp', 'Time of this attempt, in seconds since 1970'),
  header(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with the callback ' +
      'secret (Standard Webhooks). During a rotation, several signatures separated by spaces',
  ),
  header(
    'X-Cryptopay-Signature',
    'Lowercase hex HMAC-SHA256 of the body with the callback secret. It has no timestamp: prefer ' +
      '`webhook-signature`',
  ),
];
