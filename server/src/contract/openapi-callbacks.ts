// Callbacks as webhooks of the OpenAPI document, made from the table of events (wire.md part 2 (e)).
import { type CallbackType, callbackEvents } from './callback-events.ts';
import { exampleIds } from './example-ids.ts';
import { objectExamples } from './examples.ts';
import { referenceTo } from './openapi-schema.ts';
import type { DocumentedOperation, OpenApiDocument, Parameter, Schema } from './openapi-types.ts';

const types: Readonly<Record<string, CallbackType>> = callbackEvents;

/** What `chaintill callbacks test` sends, about no object (events/resend.ts). */
const testCallback = {
  type: 'object',
  required: ['type', 'event', 'data'],
  properties: {
    type: { type: 'string', const: 'Invoice', description: 'As if it were about an invoice' },
    event: { type: 'string', const: 'test', description: 'Nothing has happened' },
    data: {
      type: 'object',
      description: 'What it is about: itself',
      required: ['id', 'message'],
      properties: {
        id: { type: 'string', format: 'uuid', description: 'Id of the event' },
        message: { type: 'string', description: 'For people' },
      },
    },
  },
} as const;

/** `InvoiceCallback` and so on: the bodies that are sent. */
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
          data: { ...referenceTo(object), description: 'The object, as it was then' },
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
    summary: `Tells you what happened to one of your objects of type ${type}`,
    description: `${lines.join('\n')}\n\n${delivery}`,
    example: { type, event, data: objectExamples[object] },
  });
}

function testWebhook() {
  const message = 'This is a test callback. It is about no invoice.';
  return received('Test', {
    summary: 'A test, sent when the operator asks for it',
    description: `Its type is \`Invoice\` and its event \`test\`: answer 200 and do nothing.\n\n${delivery}`,
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
    tags: ['Callbacks'],
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
      '200': { description: 'Received. Any other answer, or none within 10 seconds, is retried' },
    },
  };
}

const delivery =
  'Sent at least once: the same callback can come again, with the same `webhook-id`. The callbacks of ' +
  'one object come in their order. A callback that is not answered with 200 within 10 seconds is ' +
  'sent again, 20 times within 36 hours and 13 minutes.';

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
  header('webhook-timestamp', 'When this attempt was made, in seconds since 1970'),
  header(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with the callback ' +
      'secret (Standard Webhooks); several, separated by spaces, while a secret is rotated',
  ),
  header(
    'X-Cryptopay-Signature',
    'Lower-case hex HMAC-SHA256 of the body with the callback secret. It has no time in it: prefer ' +
      '`webhook-signature`',
  ),
];
