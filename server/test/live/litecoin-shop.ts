// A shop with LTC on a real Litecoin node, and what its tests query from the chain itself.
import type { CoinWithdrawal, Invoice } from '../../../client/src/types.ts';
import { defined } from '../../src/core/assert.ts';
import { amountOf } from '../../src/core/money.ts';
import { coinOf, ourAddresses } from '../chains/simulated/simulation-on.ts';
import type { TestDatabase } from '../support/database.ts';
import { type Litecoind, type LitecoindOptions, startLitecoind } from '../support/litecoind.ts';
import { until } from '../support/service.ts';
import { openShop, type Shop, type ShopNode } from './shop.ts';

export type LitecoinNode = Litecoind & ShopNode;
export type LitecoinShop = Shop<LitecoinNode>;

const coin = coinOf('LTC');

export function litoshi(amount: string): bigint {
  return amountOf(amount, coin);
}

interface ShopPlaces {
  /** Where the node, or a substitute, announces new blocks. */
  readonly zmqUrl?: string;
  readonly openDatabase?: () => Promise<TestDatabase>;
}

export function openLitecoinShop(
  options: LitecoindOptions,
  { zmqUrl, openDatabase }: ShopPlaces = {},
): Promise<LitecoinShop> {
  return openShop({
    coin: 'LTC',
    rate: '80.5',
    startNode: () => startNode(options, zmqUrl),
    ...(openDatabase && { openDatabase }),
  });
}

async function startNode(options: LitecoindOptions, zmqUrl?: string): Promise<LitecoinNode> {
  const node = defined(await startLitecoind(options), 'litecoind is installed');
  return {
    ...node,
    environment: () => ({
      LTC_NODE_URL: node.url,
      LTC_NODE_COOKIE: node.cookieFile,
      ...(zmqUrl === undefined ? {} : { LTC_NODE_ZMQ: zmqUrl }),
    }),
    bestHash: () => node.rpc('getbestblockhash'),
  };
}

/** An address that is unknown to the shop and the node. */
export const payeeAt = ourAddresses(coin, 'regtest');

/** An invoice in LTC that is credited in LTC. */
export const newLitecoinInvoice = (shop: LitecoinShop, amount: string): Promise<Invoice> =>
  shop.api.invoices.create({ price_amount: amount, price_currency: 'LTC', pay_currency: 'LTC' });

/** Funds the wallet and the merchant's account: one invoice, and one output, for each amount. */
export async function earn(shop: LitecoinShop, amounts: readonly string[]): Promise<void> {
  const invoices = [];
  for (const amount of amounts) {
    const invoice = await newLitecoinInvoice(shop, amount);
    await shop.payInvoice(invoice);
    invoices.push(invoice);
  }
  await shop.node.mine();
  for (const invoice of invoices) await shop.untilCompleted(invoice);
}

export const untilStatus = (
  shop: LitecoinShop,
  id: string,
  status: CoinWithdrawal['status'],
): Promise<CoinWithdrawal> =>
  until(`the withdrawal is ${status}`, async () => {
    const found = await shop.api.coinWithdrawals.get(id);
    return found.status === status && found;
  });

interface Output {
  readonly value: number;
  readonly scriptPubKey: { readonly addresses?: readonly string[] };
}

/** Makes its fee too low for any block, as when fees rise; nodes keep it. */
export async function stick(node: LitecoinNode, txid: string): Promise<void> {
  const { vsize, fees } = await node.rpc('getmempoolentry', txid);
  const less = STUCK_RATE * vsize - Math.round(fees.modified * 1e8);
  await node.rpc('prioritisetransaction', txid, 0, less);
}
/** Above the relay minimum of 1 per byte, and below what the miner requires. */
const STUCK_RATE = 2;
export const MINER_TAKES = '-blockmintxfee=0.00005';

/** Transactions of the mempool that pay one of the addresses. */
export async function payersOf(
  node: LitecoinNode,
  addresses: ReadonlySet<string>,
): Promise<string[]> {
  const mempool: string[] = await node.rpc('getrawmempool');
  const payers = [];
  for (const txid of mempool) {
    const { vout }: { vout: Output[] } = await node.rpc('getrawtransaction', txid, true);
    const paid = vout.flatMap(({ scriptPubKey }) => scriptPubKey.addresses ?? []);
    if (paid.some((address) => addresses.has(address))) payers.push(txid);
  }
  return payers;
}

/** The outputs for each address in the blocks of the best chain, spent or not. */
export async function paidByBlocks(node: LitecoinNode): Promise<ReadonlyMap<string, bigint[]>> {
  const paid = new Map<string, bigint[]>();
  const height: number = await node.rpc('getblockcount');
  for (let at = 1; at <= height; at++) {
    const block = await node.rpc('getblock', await node.rpc('getblockhash', at), 2);
    const transactions: { vout: Output[] }[] = block.tx;
    for (const { value, scriptPubKey } of transactions.flatMap(({ vout }) => vout)) {
      const [address = ''] = scriptPubKey.addresses ?? [];
      const amounts = paid.get(address) ?? [];
      paid.set(address, [...amounts, BigInt(Math.round(value * 1e8))]);
    }
  }
  return paid;
}

/** What the chain holds at all assigned addresses, and what it should be according to the ledger. */
export async function holdings(
  node: LitecoinNode,
  { db }: TestDatabase,
): Promise<{ held: bigint; owned: bigint }> {
  const addresses = await db.query<{ address: string }>(
    `select address from addresses where coin = 'LTC' and owner_id is not null order by address`,
  );
  const wanted = addresses.map(({ address }) => `addr(${address})`);
  const { total_amount: total } = await node.rpc('scantxoutset', 'start', wanted);
  const rows = await db.query<{ owned: bigint }>(
    `select coalesce(-sum(balance), 0) as owned from ledger_accounts
     where currency = 'LTC' and kind = 'chain'`,
  );
  return { held: BigInt(Math.round(total * 1e8)), owned: defined(rows[0], 'a sum').owned };
}
