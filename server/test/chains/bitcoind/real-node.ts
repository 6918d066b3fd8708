// Helpers of this folder for a real litecoind: they open the adapter on it, and make its wallet spend exactly one
// output of a chosen kind.
import { randomBytes } from 'node:crypto';
import * as btc from '@scure/btc-signer';
import { bitcoindChain } from '../../../src/chains/bitcoind/bitcoind-chain.ts';
import type { Chain } from '../../../src/chains/chain.ts';
import type { Network } from '../../../src/coins/coin.ts';
import ltc from '../../../src/coins/definitions/ltc.ts';
import { defined } from '../../../src/core/assert.ts';
import { createLog } from '../../../src/core/log.ts';
import { type Litecoind, type LitecoindOptions, startLitecoind } from '../../support/litecoind.ts';

/** Prefixes from Litecoin Core's chainparams.cpp, in btc-signer's form. */
export const LITECOIN_REGTEST = { bech32: 'rltc', pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0xef };
/** A txid and block hash that do not exist. */
export const MISSING = 'ab'.repeat(32);

export async function start(options?: LitecoindOptions): Promise<Litecoind> {
  return defined(await startLitecoind(options), 'litecoind is installed');
}

export function chainOf(node: Litecoind, facts: { code?: string; network?: Network } = {}): Chain {
  return bitcoindChain({
    coin: { ...ltc, code: facts.code ?? ltc.code },
    network: facts.network ?? 'regtest',
    url: node.url,
    cookieFile: node.cookieFile,
    log: createLog('silent'),
    timeoutMilliseconds: 10_000,
  });
}

/** Pays 1 LTC to an address of the node's wallet, then spends only that output. Returns the txid of the spend. */
export async function spendFrom(node: Litecoind, source: string): Promise<string> {
  const txid = await node.pay(source, '1.0');
  await node.mine();
  const [unspent] = await node.rpc('listunspent', 1, 999, [source]);
  const outputs = { [await node.address()]: '0.999' };
  const raw = await node.rpc('createrawtransaction', [{ txid, vout: unspent.vout }], outputs);
  const { hex } = await node.rpc('signrawtransactionwithwallet', raw);
  return node.rpc('sendrawtransaction', hex);
}

/** Funds a taproot address and spends it by its key. litecoind's wallet has no taproot addresses. */
export async function spendTaproot(node: Litecoind): Promise<{ txid: string; source: string }> {
  const key = randomBytes(32);
  const taproot = btc.p2tr(btc.utils.pubSchnorr(key), undefined, LITECOIN_REGTEST);
  const source = defined(taproot.address, 'the address');
  const funding = await node.pay(source, '1.0');
  await node.mine();
  const { decoded } = await node.rpc('gettransaction', funding, true, true);
  const outputs: { n: number; scriptPubKey: { hex: string } }[] = decoded.vout;
  const script = Buffer.from(taproot.script).toString('hex');
  const index = outputs.findIndex(({ scriptPubKey }) => scriptPubKey.hex === script);
  const tx = new btc.Transaction();
  tx.addInput({
    txid: funding,
    index,
    witnessUtxo: { script: taproot.script, amount: 100_000_000n },
    tapInternalKey: taproot.tapInternalKey,
  });
  tx.addOutputAddress(await node.address(), 99_900_000n, LITECOIN_REGTEST);
  tx.sign(key);
  tx.finalize();
  return { txid: await node.rpc('sendrawtransaction', tx.hex), source };
}
