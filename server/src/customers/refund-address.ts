// Determines where a customer's high-risk money is returned (wire.md (d), "Channel payment"; (h), "Customers & risk").
import type { Coin } from '../coins/coin.ts';
import type { Sql } from '../db/database.ts';
import type { CustomerAddress } from './return-addresses.ts';

/** The customer's address for the coin. Null without a customer, or when the customer has none. */
export async function refundAddressOf(
  sql: Sql,
  { customerId, projectId, coin }: { projectId: string; customerId: string | null; coin: Coin },
): Promise<string | null> {
  if (customerId === null) return null;
  const rows = await sql.query<{ addresses: readonly CustomerAddress[] }>(
    'select addresses from customers where project_id = $1 and id = $2',
    [projectId, customerId],
  );
  const { asset, network } = coin;
  const found = rows[0]?.addresses.find(
    (item) => item.currency === asset.code && item.network === network,
  );
  return found?.address ?? null;
}
