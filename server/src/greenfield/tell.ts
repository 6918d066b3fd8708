// What shops are told about an invoice, in the order of what happened. Written in the transaction of the change.
import type { CheckoutMoved } from '../app.ts';
import { type Progress, progressOf } from '../checkouts/progress.ts';
import { findCheckout } from '../checkouts/store-checkouts.ts';
import { defined } from '../core/assert.ts';
import { SECOND } from '../core/clock.ts';
import { jsonText, stringify } from '../core/json-text.ts';
import type { Tx } from '../db/tx.ts';
import { type DepositRow, isLive, isSettled } from '../deposits/deposit.ts';
import { shortId } from './ids.ts';
import { methodOf } from './methods.ts';
import { presentPayment, statusOf } from './present.ts';
import type { ShownStatus } from './status.ts';
import { findShopInvoice, type ShopInvoice, updateShopInvoice } from './store-invoices.ts';
import { insertDeliveries } from './store-webhooks.ts';

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

/** For a checkout that a shop made. The caller holds the ledger lock. */
export async function tellShops(tx: Tx, moved: CheckoutMoved): Promise<void> {
  const { projectId, checkoutId } = moved;
  const shop = await findShopInvoice(tx, projectId, checkoutId);
  if (shop === null) return;
  const row = defined(await findCheckout(tx, projectId, checkoutId), 'it has its checkout');
  const [progress] = await progressOf(tx, tx.instance, [row]);
  const { told, events } = eventsOf(tx, shop, {
    progress: defined(progress ?? null, 'one for each'),
    events: moved.events,
  });
  if (events.length === 0) return;
  await updateShopInvoice(tx, { ...shop, told });
  await storeEvents(tx, shop, events);
}

export async function storeEvents(
  tx: Tx,
  shop: ShopInvoice,
  events: readonly ShopEvent[],
): Promise<void> {
  const { project_id: projectId, checkout_id: checkoutId } = shop;
  await insertDeliveries(
    tx,
    { projectId, checkoutId },
    events.map(({ type, more }) => ({
      type,
      payload: stringify({
        type,
        timestamp: Math.floor(tx.now.getTime() / SECOND),
        storeId: projectId,
        invoiceId: shortId(checkoutId),
        metadata: jsonText(shop.metadata_text),
        ...more,
      }),
    })),
  );
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
    ...(has('refunded') ? [{ type: 'InvoiceRefund', more: { pullPaymentId: null } } as const] : []),
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
