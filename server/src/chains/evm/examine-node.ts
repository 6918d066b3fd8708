// What `chaintill doctor` finds out about an Ethereum node: network, sync, tracing, version, clock, peers, and
// whether it knows the addresses that we send from as we do.
import type { Coin, Network } from '../../coins/coin.ts';
import { formatAmount } from '../../core/money.ts';
import { ChainUnavailable, type Finality } from '../chain.ts';
import { type NodeFinding, NodeProblem, runNodeChecks, type StoredFacts } from '../examination.ts';
import { type RpcAnswer, resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { type HeaderAnswer, shapes } from './answers.ts';
import { checkChainId } from './check-chain-id.ts';
import { readFinalBlock } from './evm-chain.ts';
import { toNumber } from './quantity.ts';
import { traceReader } from './read-traces.ts';
import type { EvmRpc } from './rpc.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Blocks come every 12 seconds; 25 slots in a row without one have not happened since September 2022. */
const TIP_AGE_MAX = 300 * SECOND;
/** No honest block is ahead of the clock (execution specs, `validate_header`); ours may be a little behind. */
const AHEAD_MAX = 15 * SECOND;

/** Ethereum's are two to three epochs of 32 slots back; this is four times as long. Rollups wait for Ethereum. */
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
  const { finality } = wallet;
  return runNodeChecks(rpc.node, [
    { check: 'network', look: () => lookAtNetwork(rpc, wallet) },
    { check: 'sync', look: () => lookAtSync(rpc, wallet, stored) },
    { check: 'tracing', look: () => lookAtTracing(rpc) },
    ...(finality ? [{ check: 'finality', look: () => lookAtFinality(rpc, wallet, finality) }] : []),
    { check: 'version', look: () => lookAtVersion(rpc) },
    { check: 'clock', look: () => lookAtClock(rpc, wallet, stored) },
    { check: 'peers', look: () => lookAtPeers(rpc, wallet) },
    { check: 'wallet', look: () => lookAtSenders(rpc, wallet, stored) },
  ]);
}

async function lookAtNetwork(rpc: EvmRpc, wallet: Wallet): Promise<string> {
  await checkChainId(rpc, wallet);
  return `${wallet.coin.code} ${wallet.network}`;
}

async function latest(rpc: EvmRpc): Promise<HeaderAnswer> {
  const answer = await rpc.call('eth_getBlockByNumber', 'latest', false);
  return shaped(shapes.header, answer, `tip of ${rpc.node}`);
}

async function lookAtSync(rpc: EvmRpc, { network }: Wallet, stored: StoredFacts): Promise<string> {
  const syncing = shaped(shapes.syncing, await rpc.call('eth_syncing'), `sync of ${rpc.node}`);
  const { number, timestamp } = await latest(rpc);
  const height = toNumber(number);
  if (syncing !== false) {
    const behind = toNumber(syncing.highestBlock) - height;
    const hint = 'wait until it has caught up; payments are found then';
    throw new NodeProblem(`at block ${height}, ${behind} behind`, hint);
  }
  const age = stored.now - toNumber(timestamp) * SECOND;
  // On a private chain blocks are made by hand.
  if (age > TIP_AGE_MAX && network !== 'regtest') {
    const text = `its last block ${height} is ${Math.floor(age / 60_000)} minutes old`;
    throw new NodeProblem(text, 'look at its consensus client: it is not told of new blocks');
  }
  return `at block ${height}, ${Math.max(0, Math.floor(age / SECOND))} seconds old`;
}

/** EIP-1474: the node has no such method, or does not serve it here. */
const NOT_SERVED = new Set([-32601, -32004]);
/** What other nodes say when an interface is switched off. */
const UNSERVED_WORDS = /not (available|supported|enabled|exist)|method not found|unsupported/i;

function isUnserved({ code, message }: Extract<RpcAnswer, { ok: false }>): boolean {
  return NOT_SERVED.has(code) || UNSERVED_WORDS.test(message);
}

async function lookAtTracing(rpc: EvmRpc): Promise<string> {
  const traced = await traceReader(rpc)(await latest(rpc));
  if ('frames' in traced) return `payments out of contracts are seen (${traced.method})`;
  const text = 'not there: payments out of contracts are found by balances alone';
  const hint = 'open its debug or trace interface to us (geth: --http.api eth,net,web3,debug)';
  throw new NodeProblem(`${text} (${traced.refusals.join('; ')})`, hint);
}

async function lookAtFinality(rpc: EvmRpc, { coin }: Wallet, finality: Finality): Promise<string> {
  const final = await readFinalBlock(rpc, finality).catch((error: unknown) => {
    if (!(error instanceof ChainUnavailable)) throw error;
    throw new NodeProblem(error.message, 'a node that knows of it, or <COIN>_FINALITY=depth');
  });
  if (final === null) {
    const hint = 'look at its consensus client; until it tells, no payment is confirmed';
    throw new NodeProblem(`it knows of no ${finality} block`, hint);
  }
  const behind = toNumber((await latest(rpc)).number) - final.height;
  const text = `blocks are ${finality} up to ${final.height}, ${behind} behind its last one`;
  if (behind * coin.blockSeconds * SECOND <= FINAL_BEHIND_MAX) return text;
  throw new NodeProblem(text, 'the network, or its consensus client, is in trouble: payments wait');
}

async function lookAtVersion(rpc: EvmRpc): Promise<string> {
  return shaped(shapes.text, await rpc.call('web3_clientVersion'), `version of ${rpc.node}`);
}

async function lookAtClock(rpc: EvmRpc, { network }: Wallet, stored: StoredFacts): Promise<string> {
  const ahead = toNumber((await latest(rpc)).timestamp) * SECOND - stored.now;
  if (ahead <= AHEAD_MAX || network === 'regtest') return 'no block from the future';
  const text = `its last block is ${Math.floor(ahead / SECOND)} s ahead of this machine`;
  throw new NodeProblem(text, 'set the clock of this machine (NTP)');
}

/** How many nodes it is connected to; null when it does not tell. Throws ChainUnavailable. */
export async function readPeers(rpc: EvmRpc): Promise<number | null> {
  const [answer] = await rpc.ask([{ method: 'net_peerCount', params: [] }]);
  if (answer?.ok === false && isUnserved(answer)) return null;
  const what = `peers of ${rpc.node}`;
  return toNumber(shaped(shapes.quantity, resultOf(answer, what), what));
}

async function lookAtPeers(rpc: EvmRpc, { network }: Wallet): Promise<string> {
  const peers = await readPeers(rpc);
  if (peers === null) return 'not told';
  if (peers > 0 || network === 'regtest') return `${peers}`;
  throw new NodeProblem('none', 'look at its network and firewall: what it is sent goes nowhere');
}

/** A number never falls, and without a transfer no balance does: both are what the node itself told before. */
async function lookAtSenders(
  rpc: EvmRpc,
  { coin }: Wallet,
  { senders }: StoredFacts,
): Promise<string> {
  const calls = senders.flatMap(({ address }) => [
    { method: 'eth_getTransactionCount', params: [address, 'latest'] },
    { method: 'eth_getBalance', params: [address, 'latest'] },
  ]);
  const answers = await rpc.ask(calls);
  for (const [n, { address, balance, nextNumber }] of senders.entries()) {
    const what = `account ${address} at ${rpc.node}`;
    const [count = '0x0', held = '0x0'] = [answers[2 * n], answers[2 * n + 1]].map((answer) =>
      shaped(shapes.quantity, resultOf(answer, what), what),
    );
    if (toNumber(count) < nextNumber) {
      const text = `${address} has sent ${nextNumber} transactions, of which it knows ${toNumber(count)}`;
      throw new NodeProblem(text, 'the node is behind, or follows another chain');
    }
    if (toNumber(count) === nextNumber && BigInt(held) < balance) {
      const text = `${address} holds ${formatAmount(BigInt(held), coin)}, and held ${formatAmount(balance, coin)}`;
      throw new NodeProblem(text, 'find out where it went before anything is paid out');
    }
  }
  return `knows the ${senders.length} addresses asked for`;
}
