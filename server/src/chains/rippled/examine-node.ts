// The checks of `chaintill doctor` on a rippled.
import type { NodeDetail } from '../../contract/node-details.ts';
import { type NodeFinding, runNodeChecks, type StoredFacts } from '../examination.ts';
import { REQUIRES_TAG, readFacts, readReserves } from './read-accounts.ts';
import { readOldest } from './read-ledgers.ts';
import { checkNetwork, type RippledOptions } from './rippled-chain.ts';
import { type RippledRpc, shapes } from './rpc.ts';

/** The first version that supports API version 2 (xrpl.org, "API Versioning"). */
const VERSION_LEAST = 2;
/** The node has the newest validated ledger (xrpl.org, "rippled Server States"). */
const FOLLOWING = new Set(['full', 'validating', 'proposing']);
const RIPPLE_EPOCH_SECONDS = 946_684_800;
const LEDGER_AGE_MAX_SECONDS = 60;
/** A quarter of an hour of ledgers: the downtime of the service that the history covers. */
const HISTORY_LEAST = 256;
/** At a hundred times the ordinary cost, payouts start to wait. */
const LOAD_MAX = 100;
const DROPS = 1_000_000;

export function examineNode(
  rpc: RippledRpc,
  { network }: RippledOptions,
  stored: StoredFacts,
): Promise<readonly NodeFinding[]> {
  const state = async () => (await rpc.call('server_state', shapes.serverState)).state;
  const isAlone = network === 'regtest';
  return runNodeChecks(rpc.node, [
    {
      check: 'network',
      async run() {
        await checkNetwork(rpc, network);
        return { code: 'node_network', network: `XRP ${network}` };
      },
    },
    { check: 'version', run: async () => examineVersion(await state()) },
    { check: 'sync', run: async () => examineSync(await state(), { ...stored, isAlone }) },
    { check: 'history', run: () => examineHistory(rpc, stored) },
    { check: 'load', run: async () => examineLoad(await state()) },
    { check: 'wallet', run: () => examineAccount(rpc, stored) },
    { check: 'tags', run: () => examineTags(rpc, stored) },
  ]);
}

/** Null when the node does not report it. Throws ChainUnavailable. */
export async function readPeers(rpc: RippledRpc): Promise<number | null> {
  const { state } = await rpc.call('server_state', shapes.serverState);
  return state.peers ?? null;
}

interface State {
  readonly build_version: string;
  readonly server_state: string;
  readonly amendment_blocked?: boolean;
  readonly load_base: number;
  readonly load_factor: number;
  readonly validated_ledger?: { readonly seq: number; readonly close_time: number };
}

function examineVersion({
  build_version: version,
  amendment_blocked: isBlocked,
}: State): NodeDetail {
  if (isBlocked === true) return { code: 'node_rules_unknown', version };
  if (Number.parseInt(version, 10) >= VERSION_LEAST) return { code: 'node_version', version };
  return { code: 'node_version_old', version, least: `${VERSION_LEAST}.0` };
}

function examineSync(
  state: State,
  { now, isAlone }: { now: number; isAlone: boolean },
): NodeDetail {
  const ledger = state.validated_ledger;
  const { server_state } = state;
  if (!FOLLOWING.has(server_state) || ledger === undefined)
    return { code: 'node_state', state: server_state };
  const seconds = Math.floor(now / 1000) - RIPPLE_EPOCH_SECONDS - ledger.close_time;
  // On a stand-alone server, ledgers are closed manually.
  const isFine = isAlone || Math.abs(seconds) <= LEDGER_AGE_MAX_SECONDS;
  const code = isFine ? 'node_at_ledger' : 'node_ledger_old';
  return { code, state: server_state, height: ledger.seq, seconds };
}

/** The newest ledgers must be unbroken and reach back before the ones we have read. */
async function examineHistory(rpc: RippledRpc, { cursorHeight }: StoredFacts): Promise<NodeDetail> {
  const { state } = await rpc.call('server_state', shapes.serverState);
  const oldest = await readOldest(rpc);
  const reported = { ledgers: state.complete_ledgers, read: cursorHeight };
  if (cursorHeight !== null && oldest > cursorHeight + 1)
    return { code: 'node_ledgers_missing', ...reported, from: cursorHeight + 1 };
  const kept = (state.validated_ledger?.seq ?? oldest) - oldest + 1;
  // A new or stand-alone node has no more history.
  if (kept >= HISTORY_LEAST || oldest <= HISTORY_LEAST)
    return { code: 'node_ledgers', ...reported };
  return { code: 'node_ledgers_few', ...reported, least: HISTORY_LEAST };
}

function examineLoad({ load_factor: factor, load_base: base }: State): NodeDetail {
  const times = Math.round(factor / base);
  return { code: times < LOAD_MAX ? 'node_load' : 'node_load_high', times };
}

async function examineAccount(rpc: RippledRpc, { senders }: StoredFacts): Promise<NodeDetail> {
  const [sender] = senders;
  if (sender === undefined) return { code: 'node_no_account' };
  const facts = await readFacts(rpc, sender.address);
  const { base } = await readReserves(rpc);
  const { address, nextNumber: known } = sender;
  const reserve = `${Number(base) / DROPS} XRP`;
  if (facts === null) return { code: 'node_account_missing', address, least: reserve };
  if (facts.number < known)
    return { code: 'node_account_behind', address, at: facts.number, known };
  return { code: 'node_account', address, reserve };
}

async function examineTags(rpc: RippledRpc, { senders }: StoredFacts): Promise<NodeDetail> {
  const [sender] = senders;
  const facts = sender === undefined ? null : await readFacts(rpc, sender.address);
  if (facts === null) return { code: 'node_no_account_yet' };
  const isRefused = (facts.flags & REQUIRES_TAG) !== 0;
  return { code: isRefused ? 'node_tags_refused' : 'node_tags_open' };
}
