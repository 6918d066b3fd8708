// What `chaintill doctor` finds out about a node of the family: network, sync, history, version, clock, peers,
// and whether it knows the outputs that our wallet counts on.
import { parseAmount } from '../../core/money.ts';
import { ChainUnavailable } from '../chain.ts';
import {
  type NodeCheck,
  type NodeFinding,
  NodeProblem,
  runNodeChecks,
  type StoredFacts,
} from '../examination.ts';
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes } from './answers.ts';
import { checkNetwork } from './check-network.ts';
import { proofChecks } from './double-spend-proofs.ts';
import type { Wallet } from './receiving.ts';
import type { BitcoindRpc } from './rpc.ts';

const HOUR = 3_600_000;
/** With a block every ten minutes on average, six hours without one happen once in 10^15 (e^-36). */
const TIP_AGE_MAX = 6 * HOUR;
/** Blocks that may be announced and not here yet. */
const BEHIND_MAX = 2;
/** A node refuses blocks more than two hours ahead of its clock (chain.h, MAX_FUTURE_BLOCK_TIME). */
const CLOCK_OFFSET_MAX_SECONDS = 600;

/**
 * The least versions: Bitcoin Core 22 and Litecoin Core 0.21.2 know taproot (and MWEB) outputs; Bitcoin Cash
 * Node 28 follows the upgrade of May 2025.
 */
const leastVersions: Readonly<Record<string, readonly number[]>> = {
  Satoshi: [22],
  LitecoinCore: [0, 21, 2],
  'Bitcoin Cash Node': [28],
};

export function examineNode(
  rpc: BitcoindRpc,
  wallet: Wallet,
  stored: StoredFacts,
): Promise<readonly NodeFinding[]> {
  return runNodeChecks(rpc.node, [
    { check: 'network', look: () => lookAtNetwork(rpc, wallet) },
    { check: 'sync', look: () => lookAtSync(rpc, wallet, stored) },
    { check: 'history', look: () => lookAtHistory(rpc, stored) },
    ...networkChecks(rpc, wallet),
    ...proofChecks(rpc, wallet),
    { check: 'wallet', look: () => lookAtOutputs(rpc, wallet, stored) },
  ]);
}

async function lookAtNetwork(rpc: BitcoindRpc, wallet: Wallet): Promise<string> {
  await checkNetwork(rpc, wallet);
  return `${wallet.coin.code} ${wallet.network}`;
}

async function chainState(rpc: BitcoindRpc) {
  return shaped(shapes.chainState, await rpc.call('getblockchaininfo'), `the state of ${rpc.node}`);
}

async function lookAtSync(rpc: BitcoindRpc, wallet: Wallet, stored: StoredFacts): Promise<string> {
  const { blocks, headers, bestblockhash } = await chainState(rpc);
  const behind = headers - blocks;
  if (behind > BEHIND_MAX) {
    const text = `at block ${blocks}, ${behind} behind the headers it has`;
    throw new NodeProblem(text, 'wait until it has caught up; payments are found then');
  }
  const what = `header of ${bestblockhash} at ${rpc.node}`;
  const { time } = shaped(shapes.headerTime, await rpc.call('getblockheader', bestblockhash), what);
  const age = stored.now - time * 1000;
  // On regtest blocks are made by hand.
  if (age > TIP_AGE_MAX && wallet.network !== 'regtest') {
    const text = `its last block ${blocks} is ${Math.floor(age / HOUR)} hours old`;
    throw new NodeProblem(text, 'look at its peers and its log: it hears nothing of new blocks');
  }
  return `at block ${blocks}, ${Math.max(0, Math.floor(age / 60_000))} minutes old`;
}

/** No index is required; a pruned node must still have the blocks that we have not read. */
async function lookAtHistory(rpc: BitcoindRpc, { cursorHeight }: StoredFacts): Promise<string> {
  const { pruned, pruneheight } = await chainState(rpc);
  if (pruned !== true) return 'all blocks';
  const first = pruneheight ?? 0;
  if (cursorHeight !== null && cursorHeight + 1 < first) {
    const text = `pruned: its first block is ${first}, and we have read up to ${cursorHeight}`;
    throw new NodeProblem(text, 'connect a node with the older blocks until they are read');
  }
  return `pruned: blocks from ${first} on; we have read up to ${cursorHeight ?? 'none'}`;
}

/** How many nodes it is connected to. Throws ChainUnavailable. */
export async function readPeers(rpc: BitcoindRpc): Promise<number> {
  return (await networkState(rpc)).connections;
}

async function networkState(rpc: BitcoindRpc) {
  return shaped(
    shapes.networkState,
    await rpc.call('getnetworkinfo'),
    `the network of ${rpc.node}`,
  );
}

function networkChecks(rpc: BitcoindRpc, wallet: Wallet): readonly NodeCheck[] {
  const info = () => networkState(rpc);
  return [
    { check: 'version', look: async () => lookAtVersion((await info()).subversion) },
    {
      check: 'clock',
      async look() {
        const { timeoffset = 0 } = await info();
        if (Math.abs(timeoffset) <= CLOCK_OFFSET_MAX_SECONDS)
          return `${timeoffset} s off its peers`;
        throw new NodeProblem(
          `${timeoffset} s off its peers`,
          'set the clock of its machine (NTP)',
        );
      },
    },
    {
      check: 'peers',
      async look() {
        const { connections } = await info();
        if (connections > 0 || wallet.network === 'regtest') return `${connections}`;
        throw new NodeProblem('none', 'look at its network and firewall: it sees no payments');
      },
    },
  ];
}

/** `/Satoshi:29.0.0/`, `/LitecoinCore:0.21.2.1/`, `/Bitcoin Cash Node:28.0.1(EB32.0)/`. */
function lookAtVersion(subversion: string): string {
  const [, software = '', version = ''] = /^\/([^:]+):([\d.]+)/.exec(subversion) ?? [];
  const least = leastVersions[software];
  if (least === undefined) return `${subversion}, which nobody has tried`;
  const parts = version.split('.').map(Number);
  const differing = least.findIndex((part, n) => part !== (parts[n] ?? 0));
  const isOld = differing >= 0 && (parts[differing] ?? 0) < (least[differing] ?? 0);
  if (!isOld) return subversion;
  throw new NodeProblem(`${subversion} is older than ${least.join('.')}`, 'upgrade the node');
}

async function lookAtOutputs(
  rpc: BitcoindRpc,
  { coin }: Wallet,
  { outputs }: StoredFacts,
): Promise<string> {
  const answers = await rpc.ask(
    outputs.map(({ txid, index }) => ({ method: 'gettxout', params: [txid, index, false] })),
  );
  const currency = { ...coin, precision: coin.scale };
  const wrong = outputs.filter(({ amount }, n) => {
    const answer = answers[n];
    if (answer === undefined) throw new ChainUnavailable(`${rpc.node} left out an answer`);
    const what = `gettxout at ${rpc.node}`;
    const unspent = shaped(shapes.unspentValue, resultOf(answer, what), what);
    return unspent === null || parseAmount(unspent.value, currency) !== amount;
  });
  const [first] = wrong;
  if (first === undefined) return `knows the ${outputs.length} outputs asked for`;
  const text = `${wrong.length} of ${outputs.length} outputs are not unspent, the first ${first.txid}:${first.index}`;
  throw new NodeProblem(text, 'if the node is in sync, somebody else has spent them: stop payouts');
}
