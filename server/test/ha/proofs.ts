// What must hold after a failover, for each member that can be promoted: everything acknowledged is there, each
// recipient has one payment of exactly its amount in the blocks of the chain, which no failover changes, and the
// ledger is consistent.
import { expect } from 'vitest';
import { SECOND } from '../../src/core/clock.ts';
import { litoshi, paidByBlocks } from '../live/litecoin-shop.ts';
import { auditOf } from '../support/books.ts';
import { until } from '../support/service.ts';
import type { Installation } from './installation.ts';
import type { Load, Withdrawn } from './load.ts';

/** After a broken connection nothing is sent for ten seconds; leases of a dead process last half a minute. */
const PAID_LIMIT = 120 * SECOND;

/** Waits for this many more acknowledged invoices. */
export async function untilAcknowledged(load: Load, more: number): Promise<void> {
  const wanted = load.count() + more;
  await until('requests are acknowledged', async () => load.count() >= wanted, PAID_LIMIT);
}

export async function expectNothingLost(instance: Installation, load: Load): Promise<void> {
  expect(await lostOf(instance, load)).toEqual([]);
}

/** What was acknowledged and is missing or different. */
export async function lostOf({ shop }: Installation, load: Load): Promise<readonly string[]> {
  const rows = await shop.database.owner.query<{ custom_id: string; id: string }>(
    `select custom_id, id::text from invoices where starts_with(custom_id, 'load-')`,
  );
  const stored = new Map(rows.map((row) => [row.custom_id, row.id]));
  expect(rows).toHaveLength(stored.size);
  return [...load.invoices].flatMap(([name, id]) => (stored.get(name) === id ? [] : [name]));
}

/** According to the blocks, whatever the database says. */
export async function expectAtMostOnce(
  { shop }: Installation,
  withdrawals: readonly Withdrawn[],
): Promise<void> {
  for (let mined = 0; mined < 3; mined++) await shop.node.mine();
  const paid = await paidByBlocks(shop.node);
  for (const { address } of withdrawals)
    expect(paid.get(address)?.length ?? 0, address).toBeLessThanOrEqual(1);
}

export async function expectPaidOnce(
  { shop, api }: Installation,
  withdrawals: readonly Withdrawn[],
): Promise<void> {
  await until(
    'every withdrawal is completed',
    async () => {
      await shop.node.mine();
      const found = await Promise.all(
        withdrawals.map(({ customId }) =>
          api.coinWithdrawals.getByCustomId(customId).catch(() => null),
        ),
      );
      return found.every((item) => item?.status === 'completed');
    },
    PAID_LIMIT,
  );
  await shop.node.mine();
  const paid = await paidByBlocks(shop.node);
  for (const { address, amount } of withdrawals)
    expect(paid.get(address), address).toEqual([litoshi(amount)]);
  expect(await auditOf(shop.database.connection)).toEqual([]);
}

/** The measurements, for the documents. */
export function report(what: string, load: Load): void {
  const refused = [...load.refused].map(([code, times]) => `${code}: ${times}`).join(', ');
  process.stdout.write(
    `${what}: longest pause ${(load.longestPause() / SECOND).toFixed(1)} s, ` +
      `${load.invoices.size} invoices, ${load.withdrawals.length} withdrawals; ${refused}\n`,
  );
}
