// A shop with USDT on a real Ethereum node (anvil) with its own contract, and what its tests query from the chain
// itself.
import { defined } from '../../src/core/assert.ts';
import { amountOf } from '../../src/core/money.ts';
import { coinOf } from '../chains/simulated/simulation-on.ts';
import { type Anvil, startAnvil } from '../support/anvil.ts';
import type { TestDatabase } from '../support/database.ts';
import { deployToken, type TestToken } from '../support/erc20.ts';
import { openShop, type Shop, type ShopNode } from './shop.ts';

export type TokenNode = Omit<Anvil, 'pay'> & ShopNode & { readonly token: TestToken };
export type TokenShop = Shop<TokenNode>;

const coin = coinOf('USDT');

export function openTokenShop(): Promise<TokenShop> {
  return openShop({ coin: 'USDT', rate: '0.9', otherRates: { 'ETH/EUR': '2500' }, startNode });
}

/** The contract returns nothing from a transfer, like USDT's. */
async function startNode(): Promise<TokenNode> {
  const anvil = await startAnvil();
  const token = await deployToken(anvil, 'silent');
  await anvil.mine();
  return {
    ...anvil,
    token,
    environment: () => ({
      ETH_NODE_URL: anvil.url,
      CHAINTILL_TOKENS: 'USDT',
      CHAINTILL_USDT_CONTRACT: token.address,
    }),
    pay: (address, amount) => token.pay(address, amountOf(amount, coin)),
    bestHash: async () => (await anvil.rpc('eth_getBlockByNumber', 'latest', false)).hash,
  };
}

/** The contract's balances of all assigned addresses, and what they should be according to the ledger. */
export async function holdings(
  { token }: TokenNode,
  { db }: TestDatabase,
): Promise<{ held: bigint; owned: bigint }> {
  const addresses = await db.query<{ address: string }>(
    `select address from addresses where coin = 'USDT' and owner_id is not null order by address`,
  );
  let held = 0n;
  for (const { address } of addresses) held += await token.balanceOf(address);
  const rows = await db.query<{ owned: bigint }>(
    `select coalesce(-sum(balance), 0) as owned from ledger_accounts
     where currency = 'USDT' and kind = 'chain'`,
  );
  return { held, owned: defined(rows[0], 'a sum').owned };
}
