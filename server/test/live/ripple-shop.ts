// A shop with XRP over the emulated rippled, and what its tests query from the ledger itself.
import { defined } from '../../src/core/assert.ts';
import { amountOf } from '../../src/core/money.ts';
import { coinOf } from '../chains/simulated/simulation-on.ts';
import { type Emulator, startEmulator } from '../support/rippled/emulator.ts';
import { payerOf } from '../support/rippled/keys.ts';
import { type StandAlone, standAlone } from '../support/rippled/stand-alone.ts';
import type { Fields } from '../support/rippled/state.ts';
import { openShop, type Shop, type ShopNode } from './shop.ts';

export type RippleNode = Omit<StandAlone, 'pay'> & ShopNode & { readonly emulator: Emulator };
export type RippleShop = Shop<RippleNode>;

const coin = coinOf('XRP');

export function drops(amount: string): bigint {
  return amountOf(amount, coin);
}

/** An external account: its seed is from xrpl.org's examples. */
export const payee = payerOf('sn3nxiW7v8KXzPzAqzyHXbSSKNuN9');

/**
 * The account is funded, above its reserve, and a recipient exists. Only a shop with the stream uses the WebSocket
 * side.
 */
export async function openRippleShop({ hears = false } = {}): Promise<RippleShop> {
  const shop = await openShop({ coin: 'XRP', rate: '2', startNode: () => startNode(hears) });
  const { top_up: topUp } = JSON.parse(await shop.service.runHere('xrp', 'account', '--json'));
  await shop.node.pay(topUp, '20');
  await shop.node.found(payee.address, drops('20'));
  await shop.node.accept();
  return shop;
}

async function startNode(hears: boolean): Promise<RippleNode> {
  const emulator = await startEmulator();
  const ledger = standAlone(emulator.url);
  return {
    ...ledger,
    emulator,
    environment: () => ({
      XRP_NODE_URL: emulator.url,
      ...(hears ? { XRP_NODE_WS: emulator.streamUrl } : {}),
    }),
    pay: (address, amount) =>
      ledger.pay(
        defined(coin.parseAddress(address, 'regtest'), 'an address as the API shows it'),
        drops(amount),
      ),
    bestHash: async () => String((await ledger.request('ledger_closed'))['ledger_hash']),
    stop: () => emulator.close(),
  };
}

/** In validated ledgers. */
export async function heldBy(node: RippleNode, account: string): Promise<bigint> {
  const found = await node.request('account_info', { account, ledger_index: 'validated' });
  return BigInt(String((found['account_data'] as Fields)['Balance']));
}
