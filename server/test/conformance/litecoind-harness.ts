// A real litecoind for the conformance suites: its wallet's features as the methods that the suites need.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenNode } from '../../src/chains/families.ts';
import type { Destination } from '../../src/coins/coin.ts';
import { bitcoindNodes } from '../../src/coins/registry.ts';
import { defined } from '../../src/core/assert.ts';
import { formatAmount } from '../../src/core/money.ts';
import { coinOf } from '../chains/simulated/simulation-on.ts';
import type { Litecoind } from '../support/litecoind.ts';
import type { Payment } from './chain-harness.ts';
import { ourWallet } from './our-wallet.ts';
import type { TransferHarness } from './transfer-harness.ts';

export const coin = coinOf('LTC');
export const network = 'regtest' as const;

/** Opens the ports on the node, or at another address or for another network with `at`. */
export type OpenPorts = (
  at?: Parameters<TransferHarness['openAt']>[0],
) => Pick<OpenNode, 'chain' | 'sending'>;

export function litecoindHarness(node: Litecoind, openPorts: OpenPorts): TransferHarness {
  const paid = new Map<string, Destination>();
  const open = (at?: Parameters<OpenPorts>[0]) => {
    const { chain, sending } = openPorts(at);
    return { chain, sending: defined(sending, 'LTC can be sent') };
  };
  const pay = async ({ destination, amount }: Payment) => {
    const txid = await node.pay(destination.address, formatAmount(amount, coin));
    paid.set(txid, destination);
    return txid;
  };
  return {
    coin,
    network,
    open: async () => open().chain,
    openSending: async () => open().sending,
    openAt: open,
    ...ourWallet(coin, network),
    pay,
    async payMany(payments) {
      const txids: string[] = [];
      for (const payment of payments) txids.push(await pay(payment));
      return txids;
    },
    payTogether: (payments) => payTogether(node, payments),
    async mine(count) {
      await node.mine(count);
    },
    async mineTo({ address }) {
      await node.rpc('generatetoaddress', 1, address);
    },
    async mineEmpty(count) {
      for (let mined = 0; mined < count; mined++) await node.mineOnly([]);
    },
    drop: () => drop(node),
    reorganise: (depth) => node.reorganise(depth),
    replace: (txid, amount) =>
      replace(node, txid, { destination: defined(paid.get(txid), 'a payment of ours'), amount }),
    setDown: (isDown) => (isDown ? node.halt() : node.restart()),
    close: () => node.stop(),
  };
}

/** The node's wallet rebroadcasts its own transactions, but not those that we send. */
async function drop(node: Litecoind): Promise<void> {
  await node.halt();
  rmSync(join(node.folder, 'regtest', 'mempool.dat'), { force: true });
  await node.restart();
}

/**
 * Creates one transaction with an output for each payment. The RPC rejects duplicate addresses, so addresses of the
 * node stand in until the scripts, all P2WPKH and of the same length, are exchanged.
 */
async function payTogether(node: Litecoind, payments: readonly Payment[]): Promise<string> {
  const outputs: Record<string, string>[] = [];
  const scripts: { placeholder: string; wanted: string }[] = [];
  for (const { destination, amount } of payments) {
    const placeholder = await node.address();
    outputs.push({ [placeholder]: formatAmount(amount, coin) });
    scripts.push({
      placeholder: await scriptOf(node, placeholder),
      wanted: await scriptOf(node, destination.address),
    });
  }
  let raw: string = await node.rpc('createrawtransaction', [], outputs);
  for (const { placeholder, wanted } of scripts) raw = raw.replace(placeholder, wanted);
  const funded = await fund(node, raw, {});
  return signAndSend(node, funded.hex);
}

async function scriptOf(node: Litecoind, address: string): Promise<string> {
  return (await node.rpc('validateaddress', address)).scriptPubKey;
}

/** Spends the inputs of an unconfirmed payment again: to the destination, or for 0 back to the node. */
async function replace(node: Litecoind, txid: string, payment: Payment): Promise<string> {
  if (payment.amount === 0n) return node.rpc('sendrawtransaction', await node.conflictWith(txid));
  const { vin } = await node.rpc('getrawtransaction', txid, true);
  const inputs = vin.map((input: { txid: string; vout: number }) => ({
    txid: input.txid,
    vout: input.vout,
    sequence: 0,
  }));
  const outputs = [{ [payment.destination.address]: formatAmount(payment.amount, coin) }];
  const raw = await node.rpc('createrawtransaction', inputs, outputs);
  // Far above the wallet's usual fee (BIP-125 rule 3). A rate in LTC per 1000 virtual bytes.
  const funded = await fund(node, raw, { feeRate: '0.01', add_inputs: false });
  return signAndSend(node, funded.hex);
}

/**
 * The third argument says that bytes without inputs are no witness. A Bitcoin Cash Node has no witnesses, and rejects
 * an unknown argument.
 */
async function fund(node: Litecoind, raw: string, options: object): Promise<{ hex: string }> {
  const { subversion } = await node.rpc('getnetworkinfo');
  const isCash = bitcoindNodes('BCH').software?.test(subversion);
  return node.rpc('fundrawtransaction', raw, options, ...(isCash ? [] : [false]));
}

async function signAndSend(node: Litecoind, raw: string): Promise<string> {
  const { hex } = await node.rpc('signrawtransactionwithwallet', raw);
  return node.rpc('sendrawtransaction', hex);
}
