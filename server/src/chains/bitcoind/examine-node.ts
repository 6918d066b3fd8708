// The checks of `chaintill doctor` on a node of this family.
import type { NodeDetail } from '../../contract/node-details.ts';
import { HOUR, SECOND } from '../../core/clock.ts';
import { parseAmount } from '../../core/money.ts';
import { ChainUnavailable } from '../chain.ts';
import {
  type NodeCheck,
  type NodeFinding,
  runNodeChecks,
  type StoredFacts,
} from '../examination.ts';
import { resultOf, shaped } from '../rpc/json-rpc.ts';
import { checkNetwork } from './check-network.ts';
import { proofChecks } from './double-spend-proofs.ts';
import type { Wallet } from './receiving.ts';
import { type BitcoindRpc, shapes } from './rpc.ts';

/** Blocks arrive every ten minutes on average, so six hours without one have a probability of e^-36. */
const TIP_AGE_MAX = 6 * HOUR;
const BEHIND_MAX = 2;
/** A node rejects blocks more than two hours ahead of its clock (chain.h, MAX_FUTURE_BLOCK_TIME). */
const CLOCK_OFFSET_MAX_SECONDS = 600;

/**
 * Bitcoin Core 22 and Litecoin Core 0.21.2 support taproot (and MWEB) outputs; Bitcoin Cash Node 28 follows the upgrade
 * of May 2025; Dogecoin Core 1.14.6 has the fees of the coin's definition.
 */
const leastVersions: Readonly<Record<string, readonly number[]>> = {
  Satoshi: [22],
  LitecoinCore: [0, 21, 2],
  'Bitcoin Cash Node': [28],
  Shibetoshi: [1, 14, 6],
};

export function examineNode(
  rpc: BitcoindRpc,
  wallet: Wallet,
  stored: StoredFacts,
): Promise<readonly NodeFinding[]> {
  return runNodeChecks(rpc.node, [
    { check: 'network', run: () => examineNetwork(rpc, wallet) },
    { check: 'sync', run: () => examineSync(rpc, wallet, stored) },
    { check: 'history', run: () => examineHistory(rpc, stored) },
    ...networkChecks(rpc, wallet),
    ...proofChecks(rpc, wallet),
    { check: 'wallet', run: () => examineOutputs(rpc, wallet, stored) },
  ]);
}

async function examineNetwork(rpc: BitcoindRpc, wallet: Wallet): Promise<NodeDetail> {
  await checkNetwork(rpc, wallet);
  return { code: 'node_network', network: `${wallet.coin.code} ${wallet.network}` };
}

async function chainState(rpc: BitcoindRpc) {
  return shaped(shapes.chainState, await rpc.call('getblockchaininfo'), `the state of ${rpc.node}`);
}

async function examineSync(
  rpc: BitcoindRpc,
  wallet: Wallet,
  stored: StoredFacts,
): Promise<NodeDetail> {
  const { blocks, headers, bestblockhash } = await chainState(rpc);
  const behind = headers - blocks;
  if (behind > BEHIND_MAX) return { code: 'node_behind', height: blocks, behind };
  const what = `header of ${bestblockhash} at ${rpc.node}`;
  const { time } = shaped(shapes.headerTime, await rpc.call('getblockheader', bestblockhash), what);
  const age = stored.now - time * 1000;
  // On regtest, blocks are mined on demand.
  const isOld = age > TIP_AGE_MAX && wallet.network !== 'regtest';
  const seconds = Math.floor(age / SECOND);
  return { code: isOld ? 'node_block_old' : 'node_at_block', height: blocks, seconds };
}

/** No index is required. A pruned node must still have the blocks that we have not read. */
async function examineHistory(
  rpc: BitcoindRpc,
  { cursorHeight }: StoredFacts,
): Promise<NodeDetail> {
  const { pruned, pruneheight } = await chainState(rpc);
  if (pruned !== true) return { code: 'node_all_blocks' };
  const from = pruneheight ?? 0;
  const isUnread = cursorHeight !== null && cursorHeight + 1 < from;
  return { code: isUnread ? 'node_pruned_unread' : 'node_pruned', from, read: cursorHeight };
}

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
    { check: 'version', run: async () => examineVersion((await info()).subversion) },
    {
      check: 'clock',
      async run() {
        const { timeoffset: seconds = 0 } = await info();
        const isRight = Math.abs(seconds) <= CLOCK_OFFSET_MAX_SECONDS;
        return { code: isRight ? 'node_clock' : 'node_clock_off', seconds };
      },
    },
    {
      check: 'peers',
      async run() {
        const { connections: count } = await info();
        const isAlone = count === 0 && wallet.network !== 'regtest';
        return isAlone ? { code: 'node_alone_unseen' } : { code: 'node_peers', count };
      },
    },
  ];
}

/** `/Satoshi:29.0.0/`, `/LitecoinCore:0.21.2.1/`, `/Bitcoin Cash Node:28.0.1(EB32.0)/`, `/Shibetoshi:1.14.9/`. */
function examineVersion(version: string): NodeDetail {
  const [, software = '', number = ''] = /^\/([^:]+):([\d.]+)/.exec(version) ?? [];
  const least = leastVersions[software];
  if (least === undefined) return { code: 'node_version_untried', version };
  const parts = number.split('.').map(Number);
  const differing = least.findIndex((part, n) => part !== (parts[n] ?? 0));
  const isOld = differing >= 0 && (parts[differing] ?? 0) < (least[differing] ?? 0);
  if (!isOld) return { code: 'node_version', version };
  return { code: 'node_version_old', version, least: least.join('.') };
}

async function examineOutputs(
  rpc: BitcoindRpc,
  { coin }: Wallet,
  { outputs }: StoredFacts,
): Promise<NodeDetail> {
  const answers = await rpc.request(
    outputs.map(({ txid, index }) => ({ method: 'gettxout', params: [txid, index, false] })),
  );
  const currency = { ...coin, precision: coin.scale };
  const wrong = outputs.filter(({ amount }, n) => {
    const answer = answers[n];
    if (answer === undefined) throw new ChainUnavailable(`${rpc.node} left out a response`);
    const what = `gettxout at ${rpc.node}`;
    const unspent = shaped(shapes.unspentValue, resultOf(answer, what), what);
    return unspent === null || parseAmount(unspent.value, currency) !== amount;
  });
  const [first] = wrong;
  if (first === undefined) return { code: 'node_knows_outputs', count: outputs.length };
  return {
    code: 'node_outputs_spent',
    count: wrong.length,
    outputs: outputs.length,
    first: `${first.txid}:${first.index}`,
  };
}
