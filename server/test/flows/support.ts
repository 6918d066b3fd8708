// Shared by the tests of incoming money: invoices and channels with usual terms, and views of the ledger that the API
// does not show. Built on createWorld; replaces no part of the product.
import type { Invoice } from '../../../client/src/types.ts';
import type { AccountKind } from '../../src/ledger/chart.ts';
import type { Merchant, World } from '../support/world.ts';

type Terms = Parameters<Merchant['api']['invoices']['create']>[0];

/** 10 EUR in LTC by default (0.12852645 at the sandbox's rates). */
export function newInvoice(merchant: Merchant, terms: Partial<Terms> = {}): Promise<Invoice> {
  return merchant.api.invoices.create({
    price_amount: '10.00',
    price_currency: 'EUR',
    pay_currency: 'LTC',
    ...terms,
  });
}

/** The merchant's balance of an account, as the API shows it. */
export async function balanceOf(merchant: Merchant, currency: string): Promise<string | undefined> {
  const { data } = await merchant.api.accounts.list();
  return data.find((account) => account.currency === currency)?.balance;
}

/** A ledger account's balance in the smallest unit. */
export async function booked(
  world: World,
  merchant: Merchant,
  account: { kind: AccountKind; currency: string },
): Promise<bigint> {
  const rows = await world.app.db.query<{ balance: bigint }>(
    'select balance from ledger_accounts where project_id = $1 and kind = $2 and currency = $3',
    [merchant.project.id, account.kind, account.currency],
  );
  return rows[0]?.balance ?? -1n;
}

export interface SeenDeposit {
  readonly txid: string;
  readonly amount: bigint;
  readonly status: string;
  readonly isBooked: boolean;
  readonly isCredited: boolean;
  readonly isUnmatched: boolean;
}

/** Deposits of an invoice or a channel, oldest first. */
export function depositsOf(world: World, ownerId: string | null): Promise<SeenDeposit[]> {
  return world.app.db.query<SeenDeposit>(
    `select txid, amount, status, booked_at is not null as "isBooked",
       credited_at is not null as "isCredited", is_unmatched as "isUnmatched"
     from deposits where owner_id is not distinct from $1 order by first_seen_at, id`,
    [ownerId],
  );
}

/** `event status/context` of the callbacks about one object, in order of arrival. */
export function storyOf(merchant: Merchant, objectId: string): string[] {
  return merchant.callbacks
    .filter((callback) => callback.data.id === objectId)
    .map(({ event, data }) => {
      const context = data['status_context'];
      return `${event} ${data.status}${typeof context === 'string' ? `/${context}` : ''}`;
    });
}

/** Decimal text of an amount in the smallest unit. */
export function text(amount: bigint, scale: number): string {
  const digits = amount.toString().padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
