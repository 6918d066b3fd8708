// A shop with ETH on a real Ethereum node (anvil), and what its tests query from the chain itself.
import { defined } from '../../src/core/assert.ts';
import { amountOf } from '../../src/core/money.ts';
import { coinOf } from '../chains/simulated/simulation-on.ts';
import { type Anvil, startAnvil } from '../support/anvil.ts';
import type { TestDatabase } from '../support/database.ts';
import { openShop, type Shop, type ShopNode } from './shop.ts';

export type EtherNode = Omit<Anvil, 'pay'> & ShopNode;
export type EtherShop = Shop<EtherNode>;

const coin = coinOf('ETH');

export function wei(amount: string): bigint {
  return amountOf(amount, coin);
}

export function openEtherShop(): Promise<EtherShop> {
  return openShop({ coin: 'ETH', rate: '2500', startNode });
}

async function startNode(): Promise<EtherNode> {
  const anvil = await startAnvil();
  return {
    ...anvil,
    environment: () => ({ ETH_NODE_URL: anvil.url }),
    pay: (address, amount) => anvil.pay(address, wei(amount)),
    bestHash: async () => (await anvil.rpc('eth_getBlockByNumber', 'latest', false)).hash,
  };
}

export async function balanceAt(node: Anvil | EtherNode, address: string): Promise<bigint> {
  return BigInt(await node.rpc('eth_getBalance', address, 'latest'));
}

/** What the chain holds at all assigned addresses, and what it should be according to the ledger. */
export async function holdings(
  node: EtherNode,
  { db }: TestDatabase,
): Promise<{ held: bigint; owned: bigint }> {
  const addresses = await db.query<{ address: string }>(
    `select address from addresses where coin = 'ETH' and owner_id is not null order by address`,
  );
  let held = 0n;
  for (const { address } of addresses) held += await balanceAt(node, address);
  const rows = await db.query<{ owned: bigint }>(
    `select coalesce(-sum(balance), 0) as owned from ledger_accounts
     where currency = 'ETH' and kind = 'chain'`,
  );
  return { held, owned: defined(rows[0], 'a sum').owned };
}

export interface StoredTransfer {
  readonly purpose: 'withdrawal' | 'sweep';
  readonly status: string;
  readonly txid: string | null;
}

/** Oldest first. */
export function transfersOf({ db }: TestDatabase): Promise<StoredTransfer[]> {
  return db.query<StoredTransfer>(
    `select purpose, status, txid from transfers where coin = 'ETH' order by created_at, id`,
  );
}
