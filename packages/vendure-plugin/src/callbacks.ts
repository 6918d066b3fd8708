// Receives Chaintill's callbacks, before Vendure parses bodies: the signature covers the bytes. A callback only says
// which object to read. Anything but 200 is repeated by Chaintill for 72 hours.
import type { Callback } from '@chaintill/client';
import { callbackHandler, type IncomingCallback, type Reply } from '@chaintill/client/express';
import { Logger } from '@vendure/core';
import { explain } from './explain.ts';
import { secretsOf } from './options.ts';
import { syncCheckout } from './payments.ts';
import { syncRefundOf } from './refunds.ts';
import { LOG_CONTEXT, type Shop } from './shop.ts';

export const CALLBACK_ROUTE = '/chaintill/callback';

export function createCallbackMiddleware(shop: Shop) {
  const receive = callbackHandler({
    secrets: secretsOf(shop.options),
    onCallback: (callback) => handle(shop, callback),
  });
  return async (request: IncomingCallback & { method?: string }, reply: Reply) => {
    if (request.method !== 'POST') return answer(reply, 405, 'only POST');
    await receive(request, reply, (error) => {
      Logger.error(`a callback failed and will be repeated: ${explain(error)}`, LOG_CONTEXT);
      answer(reply, 500, 'failed');
    });
  };
}

async function handle(shop: Shop, callback: Callback): Promise<void> {
  if (callback.type === 'Checkout') await handleCheckout(shop, callback);
  else if (callback.type === 'RefundClaim') await syncRefundOf(shop, callback.data.id);
}

type CheckoutCallback = Extract<Callback, { type: 'Checkout' }>;

async function handleCheckout(shop: Shop, { event, data }: CheckoutCallback): Promise<void> {
  // Vendure has not stored the payment yet: it is sent while the customer opens the payment page.
  if (event === 'created') return;
  const isKnown = await syncCheckout(shop, data.id);
  const isOurs = typeof data.metadata?.['vendure_order'] === 'string';
  if (!isKnown && isOurs && event === 'completed')
    throw new Error(`checkout ${data.id} is paid, and no payment has it`);
}

function answer(reply: Reply, status: number, text: string): void {
  reply.statusCode = status;
  reply.setHeader('Content-Type', 'text/plain');
  reply.end(text);
}
