// A long transaction list of one project: its rows are inserted by the product's own function, in large batches.
import { lockLedger } from '../../server/src/ledger/post.ts';
import type { listTransactions } from '../../server/src/transactions/list.ts';
import { type NewTransaction, recordTransactions } from '../../server/src/transactions/record.ts';
import type { Fixture } from '../fixture.ts';

export const SHORT = 10_000;
export const BATCH = 500;
/**
 * Rows per customer. Customers come and go; the total of one is counted, so a page costs as much as its customer has
 * rows.
 */
export const CUSTOMER_ROWS = 200;
/** Time between two batches: about 460 rows an hour, so that a million take 90 days. */
export const BATCH_EVERY_MILLISECONDS = 65 * 60_000;
const CURRENCIES = ['EUR', 'EUR', 'EUR', 'USD', 'BTC', 'XRP'];
const TYPES = ['Invoice', 'Invoice', 'Invoice', 'ChannelPayment', 'CoinWithdrawal'] as const;

export type Project = Parameters<typeof listTransactions>[1];

export async function load(
  fixture: Fixture,
  project: Project,
  range: { from: number; to: number; startedAt: number },
): Promise<void> {
  const { db } = fixture.assembled.app;
  for (let first = range.from; first < range.to; first += BATCH) {
    const rows = Array.from({ length: BATCH }, (_, n) => rowOf(fixture, first + n));
    const now = new Date(range.startedAt + (first / BATCH) * BATCH_EVERY_MILLISECONDS);
    await db.transaction(async (tx) => {
      await lockLedger(tx, project.id);
      await recordTransactions(tx, project.id, { rows, now });
    });
  }
  await fixture.owner.query('vacuum analyze account_transactions');
  await fixture.owner.query('vacuum analyze transaction_sums');
  await fixture.owner.query('vacuum analyze transaction_counts');
}

/** At any time as many customers are active as a short list has. */
function customerOf(n: number): string {
  const together = SHORT / CUSTOMER_ROWS;
  return `customer-${Math.floor(n / SHORT) * together + (n % together)}`;
}

function rowOf(fixture: Fixture, n: number): NewTransaction {
  const { random } = fixture.assembled.app;
  const status = n % 100 === 7 ? 'unresolved' : n % 10 === 0 ? 'new' : 'completed';
  return {
    nonce: random.bytes(10).toString('hex'),
    currency: CURRENCIES[n % CURRENCIES.length] ?? 'EUR',
    referenceType: TYPES[n % TYPES.length] ?? 'Invoice',
    referenceId: crypto.randomUUID(),
    amount: BigInt(1 + (n % 5000)),
    isCounted: status === 'completed',
    fee: 1n,
    feeCurrency: 'EUR',
    customId: `order-${n}`,
    customerId: customerOf(n),
    description: 'Two books and a pen',
    status,
    statusContext: null,
    risk: null,
    riskLevel: n % 50 === 0 ? 'medium' : 'low',
  };
}
