// Callbacks as webhooks of the OpenAPI document, made from the table of events (wire.md part 2 (e)).
import { type CallbackType, callbackEvents } from './callback-events.ts';
import { objectExamples } from './examples.ts';
import { referenceTo } from './openapi-schema.ts';
import type { OpenApiDocument, Parameter, Schema } from './openapi-types.ts';

const types: Readonly<Record<string, CallbackType>> = callbackEvents;

/** `InvoiceCallback` and so on: the bodies that are sent. */
export function callbackSchemas(): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(types).map(([type, { object, events }]) => [
      `${type}Callback`,
      {
        type: 'object',
        required: ['type', 'event', 'data'],
        properties: {
          type: { type: 'string', const: type },
          event: { type: 'string', enum: Object.keys(events) },
          data: referenceTo(object),
        },
      },
    ]),
  );
}

export function callbackWebhooks(): OpenApiDocument['webhooks'] {
  return Object.fromEntries(
    Object.entries(types).map(([type, facts]) => [type, { post: webhook(type, facts) }]),
  );
}

function webhook(type: string, { object, events }: CallbackType) {
  const lines = Object.entries(events).map(([event, when]) => `- \`${event}\`: ${when}.`);
  const event = Object.keys(events)[0];
  return {
    operationId: `receive${type}Callback`,
    summary: `Tells you what happened to one of your objects of type ${type}`,
    description: `${lines.join('\n')}\n\n${delivery}`,
    tags: ['Callbacks'],
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: referenceTo(`${type}Callback`),
          example: { type, event, data: objectExamples[object] },
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
