// What the tests of a shop that pays in USDT query from the chain and the ledger, in both currencies.
import { defined } from '../../src/core/assert.ts';
import { sumOf } from '../../src/core/group.ts';
import { amountOf } from '../../src/core/money.ts';
import { coinOf } from '../chains/simulated/simulation-on.ts';
import type { TestDatabase } from '../support/database.ts';
import type { TokenNode } from './token-shop.ts';

const coin = coinOf('USDT');

export function usdt(amount: string): bigint {
  return amountOf(amount, coin);
}

/** From the node's payer, in wei. */
export async function payEther(node: TokenNode, to: string, amount: bigint): Promise<void> {
  const value = `0x${amount.toString(16)}`;
  await node.rpc('eth_sendTransaction', { from: node.payer, to, value });
}

/** What the chain holds at all assigned addresses, of the token and of ether. */
export async function heldOnChain(node: TokenNode, { db }: TestDatabase) {
  const rows = await db.query<{ address: string }>(
    `select distinct address from addresses where coin in ('ETH', 'USDT') and owner_id is not null`,
  );
  const tokens = await Promise.all(rows.map(({ address }) => node.token.balanceOf(address)));
  const ether = await Promise.all(
    rows.map(async ({ address }) => BigInt(await node.rpc('eth_getBalance', address, 'latest'))),
  );
  return { tokens: sumOf(tokens, (held) => held), ether: sumOf(ether, (held) => held) };
}

/** What the wallets hold according to the ledger: ether is negative by the fees of the network. */
export async function ownedByLedgers({ db }: TestDatabase, currency: string): Promise<bigint> {
  const rows = await db.query<{ owned: bigint }>(
    `select coalesce(-sum(balance), 0) as owned from ledger_accounts
     where currency = $1 and kind = 'chain'`,
    [currency],
  );
  return defined(rows[0], 'a sum').owned;
}

export function transfersFor({ db }: TestDatabase, purpose: string) {
  return db.query<{ coin: string; status: string }>(
    'select coin, status from transfers where purpose = $1 order by created_at, id',
    [purpose],
  );
}
