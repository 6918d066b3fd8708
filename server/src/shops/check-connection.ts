// Tests how shops are connected: the address that they are given, their keys, and the webhooks that they registered.
import type { App } from '../app.ts';
import type { ShopFindingKind } from '../contract/shop-findings.ts';
import { SECOND } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { assertOutsideTransaction } from '../db/outside-calls.ts';
import type { PostResult } from '../events/guarded-post.ts';
import { listShopKeys } from '../projects/shop-keys.ts';
import { send } from './deliver.ts';
import { listWebhooks, type ShopWebhook, type WebhookUse, webhookUses } from './webhooks.ts';

export interface ShopFinding {
  readonly kind: ShopFindingKind;
  /** What it is about: an address, or the name of a key. */
  readonly about: string | null;
  /** Where a redirect leads, a status of HTTP, a reason of `events/guarded-post.ts`, or a number. */
  readonly detail: string | null;
}

/** Each webhook gets a test. At most this many, so that the answer is not late. */
const TESTED_MAX = 10;

export async function checkConnection(app: App, projectId: string): Promise<ShopFinding[]> {
  const [address, keys, webhooks] = await Promise.all([
    checkAddress(app.publicUrl.value),
    checkKeys(app, projectId),
    checkWebhooks(app, projectId),
  ]);
  return [...address, ...keys, ...webhooks];
}

const found = (kind: ShopFindingKind, about: string | null, detail: string | null = null) => ({
  kind,
  about,
  detail,
});

const ADDRESS_TIMEOUT = 5 * SECOND;
const ADDRESS_LENGTH_MAX = 300;

function shortened(address: string | null): string | null {
  return address?.slice(0, ADDRESS_LENGTH_MAX) ?? null;
}

/** In the form of a key. None has it. */
const UNKNOWN_KEY = '0'.repeat(40);

async function checkAddress(url: string): Promise<ShopFinding[]> {
  const { protocol, hostname } = new URL(url);
  const isPlain = protocol === 'http:' && !LOOPBACK.includes(hostname);
  const plain = isPlain ? [found('address_unencrypted', url)] : [];
  return [...plain, await requestOwn(url)];
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** The request that every plugin makes first, with a key that is unknown. */
async function requestOwn(url: string): Promise<ShopFinding> {
  assertOutsideTransaction();
  try {
    const answer = await fetch(`${url}/api/v1/api-keys/current`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ADDRESS_TIMEOUT),
      headers: { authorization: `token ${UNKNOWN_KEY}`, accept: 'application/json' },
    });
    const { status } = answer;
    await answer.body?.cancel();
    if (status >= 300 && status < 400)
      return found('address_redirects', url, shortened(answer.headers.get('location')));
    const challenge = answer.headers.get('www-authenticate') ?? '';
    if (status !== 401 || !challenge.startsWith('Bearer'))
      return found('address_foreign', url, String(status));
    return found(challenge.includes(KEY_REFUSED) ? 'address_answers' : 'key_removed', url);
  } catch (error) {
    return found('address_unreachable', url, reasonOf(error));
  }
}

/** In the header of an answer to an unknown key, and absent without a key (RFC 6750, 3.1). */
export const KEY_REFUSED = 'invalid_token';

/** For example ECONNREFUSED. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as Error & { readonly cause?: { readonly code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : name;
}

async function checkKeys(app: App, projectId: string): Promise<ShopFinding[]> {
  const keys = (await listShopKeys(app, projectId)).filter((key) => key.revoked_at === null);
  if (keys.length === 0) return [found('no_key', null)];
  return keys
    .slice(0, TESTED_MAX)
    .map(({ name, used_at: usedAt }) =>
      usedAt === null ? found('key_unused', name) : found('key_used', name, usedAt.toISOString()),
    );
}

async function checkWebhooks(app: App, projectId: string): Promise<ShopFinding[]> {
  const webhooks = await listWebhooks(app.db, projectId);
  if (webhooks.length === 0) return [found('no_webhook', null)];
  const uses = new Map((await webhookUses(app.db, projectId)).map((use) => [use.id, use]));
  const checked = webhooks
    .slice(0, TESTED_MAX)
    .map(async (webhook) => [
      await checkWebhook(app, webhook),
      ...deliveriesOf(uses.get(webhook.id)),
    ]);
  return (await Promise.all(checked)).flat();
}

async function checkWebhook(app: App, webhook: ShopWebhook): Promise<ShopFinding> {
  const { url } = webhook;
  if (!webhook.is_enabled) return found('webhook_disabled', url);
  const outcome = await send(app, {
    id: newId(app.clock, app.random),
    attempts: 0,
    payload: testPayload(app, webhook.project_id),
    webhook_id: webhook.id,
    url,
    secret_sealed: webhook.secret_sealed,
  });
  return { about: url, ...judge(outcome) };
}

/** An event that changes nothing, about an invoice that plugins recognize as a test. */
function testPayload(app: App, storeId: string): string {
  return JSON.stringify({
    type: 'InvoiceCreated',
    timestamp: Math.floor(app.clock.now() / SECOND),
    storeId,
    invoiceId: `__test__${storeId}__test__`,
    metadata: {},
  });
}

function judge(outcome: PostResult): Pick<ShopFinding, 'kind' | 'detail'> {
  if (!outcome.ok) return { kind: 'webhook_unreachable', detail: outcome.reason };
  const { status } = outcome;
  const detail = String(status);
  if (status < 300) return { kind: 'webhook_answers', detail };
  if (status < 400) return { kind: 'webhook_redirects', detail: locationOf(outcome) ?? detail };
  return { kind: status < 500 ? 'webhook_refuses' : 'webhook_fails', detail };
}

function locationOf({ headers }: Extract<PostResult, { ok: true }>): string | null {
  const { location } = headers;
  return typeof location === 'string' ? shortened(location) : null;
}

function deliveriesOf(use: WebhookUse | undefined): ShopFinding[] {
  if (use === undefined) return [];
  const { url, waiting, failed } = use;
  return [
    ...(waiting > 0 ? [found('deliveries_waiting', url, String(waiting))] : []),
    ...(failed > 0 ? [found('deliveries_failed', url, String(failed))] : []),
  ];
}
