// Invoices of shops: each is a checkout, with what the shop asked for beside it.
import type { App } from '../app.ts';
import { acceptCheckout } from '../checkouts/accept.ts';
import { cancelUnpaid } from '../checkouts/advance.ts';
import { bringUpToDate, chooseCoin } from '../checkouts/choose.ts';
import { createCheckout } from '../checkouts/create.ts';
import { type Progress, progressOf } from '../checkouts/progress.ts';
import {
  type CheckoutRow,
  checkoutsById,
  findCheckout,
  lockCheckouts,
} from '../checkouts/store-checkouts.ts';
import { isPlainObject } from '../contract/fields.ts';
import { textOfObject } from '../contract/parse-json.ts';
import { defined } from '../core/assert.ts';
import { AppError } from '../core/errors.ts';
import { newIdOf } from '../core/slots.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger } from '../ledger/post.ts';
import type { Project } from '../projects/project.ts';
import { coded, fieldErrors, missing } from './errors.ts';
import { coinOfMethod } from './methods.ts';
import { presentInvoice, presentMethods, statusOf } from './present.ts';
import { readInvoiceRequest } from './read-invoice.ts';
import { orderIdOf } from './read-metadata.ts';
import { markable } from './status.ts';
import {
  findShopInvoice,
  insertShopInvoice,
  type ListRequest,
  listShopInvoices,
  type ShopInvoice,
  shopInvoicesOf,
  updateShopInvoice,
} from './store-invoices.ts';
import { storeEvents } from './tell.ts';

type Members = Readonly<Record<string, unknown>>;

/** Errors: 422 with all problems, 503 without rates. */
export async function createInvoice(app: App, project: Project, body: Members): Promise<object> {
  const id = newIdOf(project.id, app);
  const { input, metadataText, orderId, options } = readInvoiceRequest(app, {
    id,
    body,
    project,
  });
  const shop = {
    project_id: project.id,
    checkout_id: id,
    metadata_text: metadataText,
    order_id: orderId,
    options,
  };
  await createCheckout(
    app,
    { project, objectId: id, also: (tx) => insertShopInvoice(tx, shop) },
    input,
  );
  return showInvoice(app, project, id);
}

/** Errors: 404. */
export async function showInvoice(app: App, project: Project, id: string | null): Promise<object> {
  const { shop, progress } = await load(app, project, id);
  return presentInvoice(app, shop, progress);
}

/** Errors: 404. */
export async function showMethods(
  app: App,
  project: Project,
  id: string | null,
): Promise<object[]> {
  const { progress } = await load(app, project, id);
  return presentMethods(app, progress);
}

export async function listInvoices(app: App, wanted: ListRequest): Promise<object[]> {
  return app.db.snapshot(async (sql) => {
    const ids = await listShopInvoices(sql, wanted);
    return presentAll(app, sql, await checkoutsById(sql, wanted.projectId, ids));
  });
}

async function presentAll(app: App, sql: Sql, rows: readonly CheckoutRow[]): Promise<object[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const all = await progressOf(sql, app, rows);
  const ids = rows.map(({ id }) => id);
  const shops = new Map(
    (await shopInvoicesOf(sql, first.project_id, ids)).map((shop) => [shop.checkout_id, shop]),
  );
  return all.map((progress) =>
    presentInvoice(app, defined(shops.get(progress.checkout.id), 'it was read with it'), progress),
  );
}

/** Replaces the metadata. Errors: 404, 422. */
export async function changeMetadata(
  app: App,
  project: Project,
  { id, body }: { id: string | null; body: Members },
): Promise<object> {
  const { metadata } = body;
  const text = isPlainObject(metadata) ? textOfObject(metadata) : null;
  if (text === null || !isPlainObject(metadata) || Buffer.byteLength(text) > METADATA_BYTES_MAX)
    throw fieldErrors([
      { path: 'Metadata', message: 'The metadata must be an object of at most 64 KiB' },
    ]);
  await change(app, { project, id }, (shop) => ({
    ...shop,
    metadata_text: text,
    order_id: orderIdOf(metadata),
  }));
  return showInvoice(app, project, id);
}

const METADATA_BYTES_MAX = 65_536;

/** Hides it from lists. Moves no money. Errors: 404. */
export async function archive(
  app: App,
  project: Project,
  { id, isArchived }: { id: string | null; isArchived: boolean },
): Promise<void> {
  await change(app, { project, id }, (shop) => ({ ...shop, is_archived: isArchived }));
}

/**
 * Marks it. What was paid late or too little is accepted; nothing else is credited. An unpaid one that is marked
 * cannot be paid any more. Errors: 404; 422 when the status cannot be set; 503 `rates_unavailable`.
 */
export async function mark(
  app: App,
  project: Project,
  { id, body }: { id: string | null; body: Members },
): Promise<object> {
  const { status } = body;
  if (status !== 'Settled' && status !== 'Invalid')
    throw fieldErrors([{ path: 'Status', message: 'The status must be Settled or Invalid' }]);
  const found = await load(app, project, id);
  insistOnMarkable(found, status);
  const { id: checkoutId } = found.progress.checkout;
  const isAccepted = status === 'Settled' && (await isAcceptable(app, project, checkoutId));
  if (!isAccepted)
    await app.db.transaction((tx) => markWithin(tx, { project, checkoutId, status }));
  return showInvoice(app, project, checkoutId);
}

type Marked = 'Settled' | 'Invalid';

function insistOnMarkable({ shop, progress }: Loaded, status: Marked): void {
  const isHeld = progress.decision.context === 'illicit_resource';
  if (!isHeld && markable(statusOf(shop, progress)).includes(status)) return;
  throw fieldErrors([{ path: 'Status', message: `The invoice cannot be marked as ${status}` }]);
}

/** True: its payments are accepted, and the shop was told. False: there is nothing to accept. */
async function isAcceptable(app: App, project: Project, checkoutId: string): Promise<boolean> {
  try {
    await acceptCheckout(app, { project, apiKey: '' }, checkoutId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status === 422) return false;
    throw error;
  }
}

/** With a payment, the checkout stays open: the money must stay visible to the merchant. */
async function markWithin(
  tx: Tx,
  { project, checkoutId, status }: { project: Project; checkoutId: string; status: Marked },
): Promise<void> {
  await lockLedger(tx, project.id);
  const [row] = await lockCheckouts(tx, project.id, [checkoutId]);
  const shop = await findShopInvoice(tx, project.id, checkoutId);
  if (shop === null || row === undefined) throw missing('invoice');
  const [progress] = await progressOf(tx, tx.instance, [row]);
  insistOnMarkable({ shop, progress: defined(progress ?? null, 'one for each') }, status);
  await cancelUnpaid(tx, row);
  const after: ShopInvoice = { ...shop, marked: status === 'Settled' ? 'settled' : 'invalid' };
  await updateShopInvoice(tx, after);
  const more = { manuallyMarked: true };
  const event =
    status === 'Settled'
      ? ({ type: 'InvoiceSettled', more: { ...more, overPaid: false } } as const)
      : ({ type: 'InvoiceInvalid', more } as const);
  await storeEvents(tx, project.id, [{ shop: after, events: [event] }]);
}

/** Makes the address of a coin. Errors: 404, 400 when it cannot be paid. */
export async function activate(
  app: App,
  project: Project,
  { id, method }: { id: string | null; method: string },
): Promise<void> {
  const { progress } = await load(app, project, id);
  const coin = coinOfMethod(app, method);
  if (coin === null || !progress.checkout.coins.includes(coin.code)) throw missing('paymentmethod');
  const made = await chooseCoin(app, progress.checkout.id, { coin: coin.code });
  if (made === null)
    throw coded(
      400,
      'invalid-state',
      'The invoice cannot be paid any more, or the prices of its coins were requested too often',
    );
}

async function change(
  app: App,
  { project, id }: { project: Project; id: string | null },
  changed: (shop: ShopInvoice) => ShopInvoice,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockLedger(tx, project.id);
    const shop = id === null ? null : await findShopInvoice(tx, project.id, id);
    if (shop === null) throw missing('invoice');
    await updateShopInvoice(tx, changed(shop));
  });
}

interface Loaded {
  readonly shop: ShopInvoice;
  readonly progress: Progress;
}

/** Errors: 404, also for an invoice of another project. */
async function load(app: App, project: Project, id: string | null): Promise<Loaded> {
  const shop = id === null ? null : await findShopInvoice(app.db, project.id, id);
  if (shop === null) throw missing('invoice');
  await bringUpToDate(app, shop.checkout_id);
  return app.db.snapshot(async (sql) => {
    const row = defined(
      await findCheckout(sql, project.id, shop.checkout_id),
      'it has its checkout',
    );
    const [progress] = await progressOf(sql, app, [row]);
    const fresh = await findShopInvoice(sql, project.id, shop.checkout_id);
    return { shop: fresh ?? shop, progress: defined(progress ?? null, 'one for each') };
  });
}
