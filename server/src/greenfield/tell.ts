// What shops are told about an invoice, in the order of what happened. Written in the transaction of the change.
import type { CheckoutMoved } from '../app.ts';
import { type Progress, progressOf } from '../checkouts/progress.ts';
import { checkoutsById } from '../checkouts/store-checkouts.ts';
import { defined } from '../core/assert.ts';
import { SECOND } from '../core/clock.ts';
import { jsonText, stringify } from '../core/json-text.ts';
import type { Tx } from '../db/tx.ts';
import { type DepositRow, isLive, isSettled } from '../deposits/deposit.ts';
import { shortId } from '../shops/ids.ts';
import { insertDeliveries } from '../shops/webhooks.ts';
import { methodOf } from './methods.ts';
import { presentPayment, statusOf } from './present.ts';
import type { ShownStatus } from './status.ts';
import { type ShopInvoice, shopInvoicesOf, updateTold } from './store-invoices.ts';

type ShopEventType =
  | 'InvoiceCreated'
  | 'InvoiceReceivedPayment'
  | 'InvoiceProcessing'
  | 'InvoicePaymentSettled'
  | 'InvoiceSettled'
  | 'InvoiceExpired'
  | 'InvoiceInvalid'
  | 'InvoiceExpiredPaidPartial'
  | 'InvoicePaidAfterExpiration'
  | 'InvoiceRefund';

export interface ShopEvent {
  readonly type: ShopEventType;
  readonly more: Readonly<Record<string, unknown>>;
}

/** For the checkouts that a shop made. The caller holds the ledger lock. */
export async function tellShops(
  tx: Tx,
  { projectId, checkouts }: { projectId: string; checkouts: readonly CheckoutMoved[] },
): Promise<void> {
  const ids = checkouts.map(({ checkoutId }) => checkoutId);
  const shops = await shopInvoicesOf(tx, projectId, ids);
  if (shops.length === 0) return;
  const own = shops.map(({ checkout_id: id }) => id);
  const rows = await progressOf(tx, tx.instance, await checkoutsById(tx, projectId, own));
  const progress = new Map(rows.map((one) => [one.checkout.id, one]));
  const moved = new Map(checkouts.map(({ checkoutId, events }) => [checkoutId, events]));
  const all = shops
    .map((shop) => ({
      shop,
      ...eventsOf(tx, shop, {
        progress: defined(progress.get(shop.checkout_id), 'it has its checkout'),
        events: moved.get(shop.checkout_id) ?? [],
      }),
    }))
    .filter(({ events }) => events.length > 0);
  await updateTold(
    tx,
    projectId,
    all.map(({ shop, told }) => ({ checkout_id: shop.checkout_id, told })),
  );
  await storeEvents(tx, projectId, all);
}

interface Told {
  readonly shop: ShopInvoice;
  readonly events: readonly ShopEvent[];
}

/** Those of each shop in their order. */
export async function storeEvents(tx: Tx, projectId: string, all: readonly Told[]): Promise<void> {
  const deliveries = all.flatMap(({ shop, events }) =>
    events.map(({ type, more }) => ({
      checkoutId: shop.checkout_id,
      type,
      payload: stringify({
        type,
        timestamp: Math.floor(tx.now.getTime() / SECOND),
        storeId: projectId,
        invoiceId: shortId(shop.checkout_id),
        metadata: jsonText(shop.metadata_text),
        ...more,
      }),
    })),
  );
  if (deliveries.length > 0) await insertDeliveries(tx, projectId, deliveries);
}

interface Now {
  readonly progress: Progress;
  readonly events: CheckoutMoved['events'];
}

function eventsOf(
  tx: Tx,
  shop: ShopInvoice,
  { progress, events }: Now,
): { told: ShopInvoice['told']; events: ShopEvent[] } {
  const shown = statusOf(shop, progress);
  const overPaid =
    shown.additional === 'PaidOver' || progress.decision.expected > progress.checkout.price_amount;
  const seen = paymentsOf(progress);
  const fresh = seen.filter(({ id }) => shop.told[id] === undefined);
  const settled = seen.filter((deposit) => isSettled(deposit) && shop.told[deposit.id] !== 2);
  const about = (deposit: DepositRow) => {
    const coin = defined(tx.instance.knownCoins.get(deposit.coin), 'the coin is registered');
    return {
      afterExpiration: deposit.first_seen_at > progress.checkout.expires_at,
      paymentMethodId: methodOf(coin),
      paymentMethod: methodOf(coin),
      payment: presentPayment(coin, deposit),
    };
  };
  const has = (event: CheckoutMoved['events'][number]) => events.includes(event);
  const isLate = has('paid_late');
  // Not while a high-risk payment waits for a decision: the shop would give the order up.
  const isOver = shown.status === 'Expired' && shop.told[EXPIRY] === undefined;
  const list: ShopEvent[] = [
    ...(has('created') ? [{ type: 'InvoiceCreated', more: {} } as const] : []),
    ...fresh.map((deposit) => ({ type: 'InvoiceReceivedPayment', more: about(deposit) }) as const),
    ...(has('processing') ? [{ type: 'InvoiceProcessing', more: { overPaid } } as const] : []),
    ...settled.map((deposit) => ({ type: 'InvoicePaymentSettled', more: about(deposit) }) as const),
    ...(has('completed')
      ? [
          {
            type: 'InvoiceSettled',
            more: { manuallyMarked: shown.additional === 'Marked', overPaid },
          } as const,
        ]
      : []),
    ...(isOver ? expiryOf(shown) : []),
    ...(isLate ? [{ type: 'InvoicePaidAfterExpiration', more: {} } as const] : []),
    ...(has('refunded')
      ? [{ type: 'InvoiceRefund', more: { pullPaymentId: newestRefund(progress) } } as const]
      : []),
  ];
  const told = {
    ...shop.told,
    ...Object.fromEntries(fresh.map(({ id }) => [id, 1] as const)),
    ...Object.fromEntries(settled.map(({ id }) => [id, 2] as const)),
    ...(isOver && { [EXPIRY]: 2 as const }),
  };
  return {
    told,
    // What was marked by hand stays so. Payments are still told.
    events: shop.marked === null ? list : list.filter(({ type }) => ABOUT_MONEY.includes(type)),
  };
}

/** Of the refund that was just stored. Sent as the ID of its pull payment, if it has one (shops/deliver.ts). */
function newestRefund({ refunds }: Progress): string | null {
  const [newest] = refunds.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime());
  return newest?.id ?? null;
}

/** Among what was told. Payments have UUIDs. */
const EXPIRY = 'expiry';

function expiryOf({ additional }: ShownStatus): ShopEvent[] {
  const partiallyPaid = additional === 'PaidPartial';
  const expired = { type: 'InvoiceExpired', more: { partiallyPaid } } as const;
  return partiallyPaid ? [expired, { type: 'InvoiceExpiredPaidPartial', more: {} }] : [expired];
}

const ABOUT_MONEY: readonly ShopEventType[] = [
  'InvoiceReceivedPayment',
  'InvoicePaymentSettled',
  'InvoiceRefund',
];

function paymentsOf({ invoices, deposits }: Progress): DepositRow[] {
  return invoices
    .flatMap(({ id }) => (deposits.get(id) ?? []).filter(isLive))
    .sort((one, other) => one.first_seen_at.getTime() - other.first_seen_at.getTime());
}
