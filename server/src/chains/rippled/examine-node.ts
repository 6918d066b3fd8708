// What `chaintill doctor` finds out about a rippled: network, version, whether it follows the network, its history,
// its load, and how it sees our account.
import { type NodeFinding, NodeProblem, runNodeChecks, type StoredFacts } from '../examination.ts';
import { shapes } from './answers.ts';
import { REQUIRES_TAG, readFacts, readReserves } from './read-accounts.ts';
import { readOldest } from './read-ledgers.ts';
import { checkNetwork, type RippledOptions } from './rippled-chain.ts';
import { type RippledRpc, rippledRpc } from './rpc.ts';

/** The first with version 2 of the API (xrpl.org, "API Versioning"). */
const VERSION_LEAST = 2;
/** States in which it knows the newest validated ledger (xrpl.org, "rippled Server States"). */
const FOLLOWING = new Set(['full', 'validating', 'proposing']);
const RIPPLE_EPOCH_SECONDS = 946_684_800;
/** A ledger takes some four seconds. */
const LEDGER_AGE_MAX_SECONDS = 60;
/** A quarter of an hour of ledgers: what the service may be away for. */
const HISTORY_LEAST = 256;
/** At a hundred times the ordinary cost, withdrawals begin to wait. */
const LOAD_MAX = 100;
const DROPS = 1_000_000;

export async function examineNode(
  options: RippledOptions,
  stored: StoredFacts,
): Promise<readonly NodeFinding[]> {
  const rpc = rippledRpc(options);
  const state = async () => (await rpc.call('server_state', shapes.serverState)).state;
  try {
    return await runNodeChecks(rpc.node, [
      {
        check: 'network',
        async look() {
          await checkNetwork(rpc, options.network);
          return `XRP ${options.network}`;
        },
      },
      { check: 'version', look: async () => lookAtVersion(await state()) },
      {
        check: 'sync',
        look: async () =>
          lookAtSync(await state(), { ...stored, isAlone: options.network === 'regtest' }),
      },
      { check: 'history', look: () => lookAtHistory(rpc, stored) },
      { check: 'load', look: async () => lookAtLoad(await state()) },
      { check: 'wallet', look: () => lookAtAccount(rpc, stored) },
      { check: 'tags', look: () => lookAtTags(rpc, stored) },
    ]);
  } finally {
    rpc.close();
  }
}

/** How many servers it is connected to; null when it does not tell. Throws ChainUnavailable. */
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

function lookAtVersion({ build_version: version, amendment_blocked: isBlocked }: State): string {
  if (isBlocked === true) {
    throw new NodeProblem(`${version} does not know the network's new rules`, 'upgrade the node');
  }
  if (Number.parseInt(version, 10) >= VERSION_LEAST) return version;
  throw new NodeProblem(`${version} is older than ${VERSION_LEAST}.0`, 'upgrade the node');
}

function lookAtSync(state: State, { now, isAlone }: { now: number; isAlone: boolean }): string {
  const ledger = state.validated_ledger;
  if (!FOLLOWING.has(state.server_state) || ledger === undefined) {
    const text = `its state is ${state.server_state}`;
    throw new NodeProblem(
      text,
      'wait some minutes after its start, then look at its peers and log',
    );
  }
  const seconds = Math.floor(now / 1000) - RIPPLE_EPOCH_SECONDS - ledger.close_time;
  const text = `${state.server_state}, at ledger ${ledger.seq}, ${seconds} seconds old`;
  // Alone, ledgers are closed by hand.
  if (isAlone || Math.abs(seconds) <= LEDGER_AGE_MAX_SECONDS) return text;
  throw new NodeProblem(text, 'look at its peers, and at the clocks of both machines (NTP)');
}

/** The newest ledgers, without a gap, from before what we have read. */
async function lookAtHistory(rpc: RippledRpc, { cursorHeight }: StoredFacts): Promise<string> {
  const { state } = await rpc.call('server_state', shapes.serverState);
  const oldest = await readOldest(rpc);
  const text = `ledgers ${state.complete_ledgers}, and we have read up to ${cursorHeight ?? 'none'}`;
  if (cursorHeight !== null && oldest > cursorHeight + 1) {
    throw new NodeProblem(
      text,
      `have it fetch the ledgers from ${cursorHeight + 1} on, or ask another node`,
    );
  }
  const kept = (state.validated_ledger?.seq ?? oldest) - oldest + 1;
  // A young node, or one that runs alone from ledger 2 on, has no more to show.
  if (kept >= HISTORY_LEAST || oldest <= HISTORY_LEAST) return text;
  throw new NodeProblem(
    text,
    `let it keep more: ledger_history and online_delete, at least ${HISTORY_LEAST}`,
  );
}

function lookAtLoad({ load_factor: factor, load_base: base }: State): string {
  const times = Math.round(factor / base);
  if (times < LOAD_MAX) return `fees at ${times} times the ordinary`;
  throw new NodeProblem(
    `fees at ${times} times the ordinary`,
    'withdrawals wait for the fees to fall, within what was paid for them',
  );
}

async function lookAtAccount(rpc: RippledRpc, { senders }: StoredFacts): Promise<string> {
  const [sender] = senders;
  if (sender === undefined) return 'no account is in use yet: `chaintill xrp account` names it';
  const facts = await readFacts(rpc, sender.address);
  const { base } = await readReserves(rpc);
  if (facts === null) {
    const text = `the account ${sender.address} does not exist on the ledger`;
    const hint = `send at least ${Number(base) / DROPS} XRP to it: before that it cannot be paid less`;
    throw new NodeProblem(text, hint);
  }
  if (facts.number < sender.nextNumber) {
    const text = `${sender.address} is at sequence ${facts.number}, and we know ${sender.nextNumber}`;
    throw new NodeProblem(text, 'the node is behind, or of another network: do not rely on it');
  }
  return `${sender.address} exists, of which ${Number(base) / DROPS} XRP are its reserve`;
}

async function lookAtTags(rpc: RippledRpc, { senders }: StoredFacts): Promise<string> {
  const [sender] = senders;
  const facts = sender === undefined ? null : await readFacts(rpc, sender.address);
  if (facts === null) return 'no account to look at yet';
  if ((facts.flags & REQUIRES_TAG) !== 0) return 'payments without a tag are refused';
  throw new NodeProblem(
    'payments without a destination tag are let in, and nobody knows whose they are',
    '`chaintill xrp require-tags`',
  );
}
