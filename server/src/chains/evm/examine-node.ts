// The checks of `chaintill doctor` on an Ethereum node.
import type { Coin, Network } from '../../coins/coin.ts';
import type { NodeDetail } from '../../contract/node-details.ts';
import { formatAmount } from '../../core/money.ts';
import { ChainUnavailable, type Finality } from '../chain.ts';
import {
  type NodeCheck,
  type NodeFinding,
  runNodeChecks,
  type StoredFacts,
} from '../examination.ts';
import { type RpcAnswer, resultOf, shaped } from '../rpc/json-rpc.ts';
import { checkChainId } from './check-network.ts';
import { readFinalBlock } from './evm-chain.ts';
import { traceReader } from './read-traces.ts';
import { type EvmRpc, type HeaderAnswer, shapes, toNumber } from './rpc.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Blocks come every 12 seconds; 25 empty slots in a row have not happened since September 2022. */
const TIP_AGE_MAX = 300 * SECOND;
/** No honest block is ahead of the clock (execution specs, `validate_header`), but our clock may be slightly behind. */
const AHEAD_MAX = 15 * SECOND;

/** Four times as far as Ethereum's final blocks are behind (two to three epochs). Rollups depend on them. */
const FINAL_BEHIND_MAX = 80 * MINUTE;

interface Wallet {
  readonly coin: Coin;
  readonly network: Network;
  readonly finality?: Finality;
}

export function examineNode(
  rpc: EvmRpc,
  wallet: Wallet,
  stored: StoredFacts,
): Promise<readonly NodeFinding[]> {
  return runNodeChecks(rpc.node, [
    { check: 'network', run: () => examineNetwork(rpc, wallet) },
    { check: 'sync', run: () => examineSync(rpc, wallet, stored) },
    { check: 'tracing', run: () => examineTracing(rpc) },
    ...finalityChecks(rpc, wallet),
    { check: 'version', run: () => examineVersion(rpc) },
    { check: 'clock', run: () => examineClock(rpc, wallet, stored) },
    { check: 'peers', run: () => examinePeers(rpc, wallet) },
    { check: 'wallet', run: () => examineSenders(rpc, wallet, stored) },
  ]);
}

async function examineNetwork(rpc: EvmRpc, wallet: Wallet): Promise<NodeDetail> {
  await checkChainId(rpc, wallet);
  return { code: 'node_network', network: `${wallet.coin.code} ${wallet.network}` };
}

async function latest(rpc: EvmRpc): Promise<HeaderAnswer> {
  const answer = await rpc.call('eth_getBlockByNumber', 'latest', false);
  return shaped(shapes.header, answer, `tip of ${rpc.node}`);
}

async function examineSync(
  rpc: EvmRpc,
  { network }: Wallet,
  stored: StoredFacts,
): Promise<NodeDetail> {
  const syncing = shaped(shapes.syncing, await rpc.call('eth_syncing'), `sync of ${rpc.node}`);
  const { number, timestamp } = await latest(rpc);
  const height = toNumber(number);
  if (syncing !== false) {
    const behind = toNumber(syncing.highestBlock) - height;
    return { code: 'node_behind', height, behind };
  }
  const age = stored.now - toNumber(timestamp) * SECOND;
  // On a private chain, blocks are mined on demand.
  const isOld = age > TIP_AGE_MAX && network !== 'regtest';
  const seconds = Math.floor(age / SECOND);
  return { code: isOld ? 'node_consensus_silent' : 'node_at_block', height, seconds };
}

/** EIP-1474: the node does not have the method, or does not serve it here. */
const NOT_SERVED = new Set([-32601, -32004]);
/** Of nodes that report a disabled API without these codes. */
const UNSERVED_WORDS = /not (available|supported|enabled|exist)|method not found|unsupported/i;

function isUnserved({ code, message }: Extract<RpcAnswer, { ok: false }>): boolean {
  return NOT_SERVED.has(code) || UNSERVED_WORDS.test(message);
}

async function examineTracing(rpc: EvmRpc): Promise<NodeDetail> {
  const traced = await traceReader(rpc)(await latest(rpc));
  if ('frames' in traced) return { code: 'node_traces', method: traced.method };
  return { code: 'node_tracing_unavailable', message: traced.refusals.join('; ') };
}

function finalityChecks(rpc: EvmRpc, wallet: Wallet): readonly NodeCheck[] {
  const { finality } = wallet;
  if (finality === undefined) return [];
  return [{ check: 'finality', run: () => examineFinality(rpc, wallet, finality) }];
}

async function examineFinality(
  rpc: EvmRpc,
  { coin }: Wallet,
  finality: Finality,
): Promise<NodeDetail> {
  const final = await readFinalBlock(rpc, finality).catch((error: unknown) => {
    if (!(error instanceof ChainUnavailable)) throw error;
    return { code: 'node_finality_refused', message: error.message } as const;
  });
  if (final === null) return { code: 'node_final_none', finality };
  if ('code' in final) return final;
  const behind = toNumber((await latest(rpc)).number) - final.height;
  const isFar = behind * coin.blockSeconds * SECOND > FINAL_BEHIND_MAX;
  const { height } = final;
  return { code: isFar ? 'node_final_far' : 'node_final', finality, height, behind };
}

async function examineVersion(rpc: EvmRpc): Promise<NodeDetail> {
  const reported = await rpc.call('web3_clientVersion');
  return { code: 'node_version', version: shaped(shapes.text, reported, `version of ${rpc.node}`) };
}

async function examineClock(
  rpc: EvmRpc,
  { network }: Wallet,
  stored: StoredFacts,
): Promise<NodeDetail> {
  const ahead = toNumber((await latest(rpc)).timestamp) * SECOND - stored.now;
  if (ahead <= AHEAD_MAX || network === 'regtest') return { code: 'node_no_future_block' };
  return { code: 'node_block_ahead', seconds: Math.floor(ahead / SECOND) };
}

/** Null when the node does not report it. Throws ChainUnavailable. */
export async function readPeers(rpc: EvmRpc): Promise<number | null> {
  const [answer] = await rpc.request([{ method: 'net_peerCount', params: [] }]);
  if (answer?.ok === false && isUnserved(answer)) return null;
  const what = `peers of ${rpc.node}`;
  return toNumber(shaped(shapes.quantity, resultOf(answer, what), what));
}

async function examinePeers(rpc: EvmRpc, { network }: Wallet): Promise<NodeDetail> {
  const count = await readPeers(rpc);
  if (count === null) return { code: 'node_peers_unavailable' };
  const isAlone = count === 0 && network !== 'regtest';
  return isAlone ? { code: 'node_alone_unsubscribed' } : { code: 'node_peers', count };
}

/** A nonce never decreases, and a balance never decreases without a transfer. */
async function examineSenders(
  rpc: EvmRpc,
  { coin }: Wallet,
  { senders }: StoredFacts,
): Promise<NodeDetail> {
  const calls = senders.flatMap(({ address }) => [
    { method: 'eth_getTransactionCount', params: [address, 'latest'] },
    { method: 'eth_getBalance', params: [address, 'latest'] },
  ]);
  const answers = await rpc.request(calls);
  for (const [n, { address, balance, nextNumber }] of senders.entries()) {
    const what = `account ${address} at ${rpc.node}`;
    const [count = '0x0', held = '0x0'] = [answers[2 * n], answers[2 * n + 1]].map((answer) =>
      shaped(shapes.quantity, resultOf(answer, what), what),
    );
    if (toNumber(count) < nextNumber) {
      const known = toNumber(count);
      return { code: 'node_sent_fewer', address, sent: nextNumber, known };
    }
    if (toNumber(count) === nextNumber && BigInt(held) < balance) {
      const amount = (value: bigint) => `${formatAmount(value, coin)} ${coin.code}`;
      const amounts = { holds: amount(BigInt(held)), held: amount(balance) };
      return { code: 'node_holds_less', address, ...amounts };
    }
  }
  return { code: 'node_knows_addresses', count: senders.length };
}
