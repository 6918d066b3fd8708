// Sends the webhooks of shops: signed with the secret of each, in the order of each invoice, and again until a shop
// answers with 2xx.
import { createHmac } from 'node:crypto';
import type { App } from '../app.ts';
import { MINUTE, SECOND } from '../core/clock.ts';
import { guardedPost, type PostResult } from '../events/guarded-post.ts';
import { findClaim, tokenOfClaim } from '../invoices/claims.ts';
import type { Worker } from '../workers/worker.ts';
import { shortId } from './ids.ts';
import {
  claimShopDeliveries,
  type DueShopDelivery,
  noteShopDelivery,
  REPEATED_AFTER_MAX,
  SHOP_WEBHOOKS_WORKER,
} from './webhooks.ts';

/** After each failed attempt, as BTCPay Server does. Then it is given up. */
const REPEATED_AFTER: readonly number[] = [
  10 * SECOND,
  MINUTE,
  ...Array.from({ length: 6 }, () => REPEATED_AFTER_MAX),
];
const BATCH_MAX = 40;
/** A store whose endpoint does not answer must not hold up the others. */
const OF_A_STORE_MAX = 4;
/** Longer than an attempt takes: after a crash, it is sent again. */
const CLAIMED_FOR = MINUTE;

export const shopWebhooksWorker: Worker = {
  name: SHOP_WEBHOOKS_WORKER,
  pollMilliseconds: 5000,
  due: () => '(select min(due_at) from shop_deliveries) <= $1',
  async run(app) {
    const until = new Date(app.clock.now() + CLAIMED_FOR);
    const due = await app.db.transaction((tx) =>
      claimShopDeliveries(tx, { limit: BATCH_MAX, ofStore: OF_A_STORE_MAX, until }),
    );
    await Promise.all(due.map((delivery) => attempt(app, delivery)));
    return due.length;
  },
};

/** After an internal error, the claim ends, and it is sent again. */
async function attempt(app: App, delivery: DueShopDelivery): Promise<void> {
  try {
    await sendAndNote(app, delivery);
  } catch (error) {
    app.log.error({ err: error, delivery_id: delivery.id }, 'shop webhook not sent');
  }
}

async function sendAndNote(app: App, delivery: DueShopDelivery): Promise<void> {
  const outcome = await send(app, { ...delivery, payload: await payloadOf(app, delivery) });
  const answer = outcome.ok ? String(outcome.status) : outcome.reason;
  app.log.info(
    { delivery_id: delivery.id, project_id: delivery.project_id, answer },
    'shop webhook sent',
  );
  if (outcome.ok && outcome.status >= 200 && outcome.status < 300)
    return noteShopDelivery(app.db, delivery, { status: 'delivered', dueAt: null, answer });
  const pause = delivery.repeats ? REPEATED_AFTER[delivery.attempts] : undefined;
  if (pause === undefined)
    return noteShopDelivery(app.db, delivery, { status: 'failed', dueAt: null, answer });
  const dueAt = new Date(app.clock.now() + pause);
  return noteShopDelivery(app.db, delivery, { status: 'pending', dueAt, answer });
}

const OF_REFUND = /^(\{"type":"InvoiceRefund",.*"pullPaymentId":)"([0-9a-f-]{36})"\}$/s;

/** The ID of a pull payment is the secret of a refund link. No table has it, so the event has the ID of the refund. */
async function payloadOf(app: App, delivery: DueShopDelivery): Promise<string> {
  const { project_id: projectId, payload } = delivery;
  const [, before, refundId] = OF_REFUND.exec(payload) ?? [];
  if (before === undefined || refundId === undefined) return payload;
  const claim = await findClaim(app.db, projectId, refundId);
  // A shop did not make what a payer asked for.
  const isLink = claim?.origin === 'link';
  return `${before}${JSON.stringify(isLink ? tokenOfClaim(app, claim) : null)}}`;
}

type Sent = Pick<
  DueShopDelivery,
  'id' | 'attempts' | 'payload' | 'webhook_id' | 'url' | 'secret_sealed'
>;

/** The id of the first attempt stays in all of them: shops use it to recognize what they know. */
export async function send(app: App, delivery: Sent): Promise<PostResult> {
  const { id, attempts, payload, webhook_id: webhookId } = delivery;
  const first = JSON.stringify({
    deliveryId: attempts === 0 ? id : `${id}-${attempts}`,
    webhookId: shortId(webhookId),
    originalDeliveryId: id,
    isRedelivery: attempts > 0,
  });
  // Both are objects with members. The metadata stays as it was written.
  const body = `${first.slice(0, -1)},${payload.slice(1)}`;
  const { rules, callbackAllow } = app.config;
  const secret = app.secrets.open(delivery.secret_sealed, secretContext(webhookId));
  return guardedPost(
    {
      url: delivery.url,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'btcpay-sig': signatureOf(body, secret),
      },
      body,
    },
    {
      allowLoopback: rules.plainCallbacks,
      allowHttp: rules.plainCallbacks,
      allowRanges: callbackAllow,
    },
  );
}

/** HMAC-SHA256 of the raw body, in lower-case hexadecimal digits. */
export function signatureOf(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

export function secretContext(webhookId: string): string {
  return `shop_webhook:${webhookId}`;
}
