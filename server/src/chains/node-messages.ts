// The text of doctor's findings about a node, from their values (contract/node-details.ts). A finding with a hint is a
// problem.
import type { NodeDetail } from '../contract/node-details.ts';

type Having<D, C> = D extends { readonly code: infer K } ? (C extends K ? D : never) : never;
type NodeMessages = {
  readonly [C in NodeDetail['code']]: (
    of: Having<NodeDetail, C>,
  ) => string | readonly [string, string];
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const minutes = (seconds: number) => Math.max(0, Math.floor(seconds / MINUTE));

/** The text of each finding, and for a problem also what to do about it. */
const messages: NodeMessages = {
  node_network: ({ network }) => network,
  node_wrong_network: ({ said }) => [said, 'another node, or another CHAINTILL_NETWORK'],
  node_away: ({ said }) => [
    said,
    'start the node, and compare its address and login with <COIN>_NODE_URL',
  ],
  node_finality_refused: ({ said }) => [said, 'a node that knows of it, or <COIN>_FINALITY=depth'],
  node_behind: ({ height, behind }) => [
    `at block ${height}, ${behind} behind`,
    'wait until it has caught up; payments are found then',
  ],
  node_at_block: ({ height, seconds }) =>
    `at block ${height}, ${seconds < 10 * MINUTE ? `${Math.max(0, seconds)} seconds` : `${minutes(seconds)} minutes`} old`,
  node_block_old: ({ height, seconds }) => [
    `its last block ${height} is ${Math.floor(seconds / HOUR)} hours old`,
    'look at its peers and its log: it hears nothing of new blocks',
  ],
  node_consensus_silent: ({ height, seconds }) => [
    `its last block ${height} is ${minutes(seconds)} minutes old`,
    'look at its consensus client: it is not told of new blocks',
  ],
  node_state: ({ state }) => [
    `its state is ${state}`,
    'wait some minutes after its start, then look at its peers and log',
  ],
  node_at_ledger: ({ state, height, seconds }) =>
    `${state}, at ledger ${height}, ${seconds} seconds old`,
  node_ledger_old: ({ state, height, seconds }) => [
    `${state}, at ledger ${height}, ${seconds} seconds old`,
    'look at its peers, and at the clocks of both machines (NTP)',
  ],
  node_all_blocks: () => 'all blocks',
  node_pruned: ({ from, read }) =>
    `pruned: blocks from ${from} on; we have read up to ${read ?? 'none'}`,
  node_pruned_unread: ({ from, read }) => [
    `pruned: its first block is ${from}, and we have read up to ${read ?? 'none'}`,
    'connect a node with the older blocks until they are read',
  ],
  node_ledgers: ({ ledgers, read }) =>
    `ledgers ${ledgers}, and we have read up to ${read ?? 'none'}`,
  node_ledgers_missing: ({ ledgers, read, from }) => [
    `ledgers ${ledgers}, and we have read up to ${read ?? 'none'}`,
    `have it fetch the ledgers from ${from} on, or ask another node`,
  ],
  node_ledgers_few: ({ ledgers, read, least }) => [
    `ledgers ${ledgers}, and we have read up to ${read ?? 'none'}`,
    `let it keep more: ledger_history and online_delete, at least ${least}`,
  ],
  node_version: ({ version }) => version,
  node_version_untried: ({ version }) => `${version}, which nobody has tried`,
  node_version_old: ({ version, least }) => [
    `${version} is older than ${least}`,
    'upgrade the node',
  ],
  node_rules_unknown: ({ version }) => [
    `${version} does not know the network's new rules`,
    'upgrade the node',
  ],
  node_clock: ({ seconds }) => `${seconds} s off its peers`,
  node_clock_off: ({ seconds }) => [
    `${seconds} s off its peers`,
    'set the clock of its machine (NTP)',
  ],
  node_no_future_block: () => 'no block from the future',
  node_block_ahead: ({ seconds }) => [
    `its last block is ${seconds} s ahead of this machine`,
    'set the clock of this machine (NTP)',
  ],
  node_peers: ({ count }) => `${count}`,
  node_peers_unavailable: () => 'not told',
  node_alone_unseen: () => ['none', 'look at its network and firewall: it sees no payments'],
  node_alone_unsubscribed: () => [
    'none',
    'look at its network and firewall: what it is sent goes nowhere',
  ],
  node_proofs: ({ count }) => `shown; ${count} now`,
  node_no_proofs: () => 'not shown: another node, or it runs with doublespendproof=0',
  node_knows_outputs: ({ count }) => `knows the ${count} outputs asked for`,
  node_knows_addresses: ({ count }) => `knows the ${count} addresses asked for`,
  node_outputs_spent: ({ count, outputs, first }) => [
    `${count} of ${outputs} outputs are not unspent, the first ${first}`,
    'if the node is in sync, somebody else has spent them: stop payouts',
  ],
  node_sent_fewer: ({ address, sent, known }) => [
    `${address} has sent ${sent} transactions, of which it knows ${known}`,
    'the node is behind, or follows another chain',
  ],
  node_holds_less: ({ address, holds, held }) => [
    `${address} holds ${holds}, and held ${held}`,
    'find out where it went before anything is paid out',
  ],
  node_traces: ({ method }) => `payments out of contracts are seen (${method})`,
  node_tracing_unavailable: ({ said }) => [
    `not there: payments out of contracts are found by balances alone (${said})`,
    'open its debug or trace interface to us (geth: --http.api eth,net,web3,debug)',
  ],
  node_final: ({ finality, height, behind }) =>
    `blocks are ${finality} up to ${height}, ${behind} behind its last one`,
  node_final_far: ({ finality, height, behind }) => [
    `blocks are ${finality} up to ${height}, ${behind} behind its last one`,
    'the network, or its consensus client, is in trouble: payments wait',
  ],
  node_final_none: ({ finality }) => [
    `it knows of no ${finality} block`,
    'look at its consensus client; until it tells, no payment is confirmed',
  ],
  node_contract: ({ contract, symbol, decimals }) =>
    `${contract} calls itself ${symbol}, with ${decimals} decimals`,
  node_contract_other: ({ contract, symbol }) => [
    `it calls itself ${JSON.stringify(symbol)}`,
    `compare ${contract} with the issuer's own list of contracts`,
  ],
  node_load: ({ times }) => `fees at ${times} times the ordinary`,
  node_load_high: ({ times }) => [
    `fees at ${times} times the ordinary`,
    'withdrawals wait for the fees to fall, within what was paid for them',
  ],
  node_no_account: () => 'no account is in use yet: `chaintill xrp account` names it',
  node_no_account_yet: () => 'no account to look at yet',
  node_account_missing: ({ address, least }) => [
    `the account ${address} does not exist on the ledger`,
    `send at least ${least} to it: before that it cannot be paid less`,
  ],
  node_account_behind: ({ address, at, known }) => [
    `${address} is at sequence ${at}, and we know ${known}`,
    'the node is behind, or of another network: do not rely on it',
  ],
  node_account: ({ address, reserve }) => `${address} exists, of which ${reserve} are its reserve`,
  node_tags_refused: () => 'payments without a tag are refused',
  node_tags_open: () => [
    'payments without a destination tag are let in, and nobody knows whose they are',
    '`chaintill xrp require-tags`',
  ],
};

/** `hint`: what to do about it; null when it is fine. Pure. */
export function nodeMessage(detail: NodeDetail): {
  readonly text: string;
  readonly hint: string | null;
} {
  const said = (
    messages[detail.code] as (of: NodeDetail) => ReturnType<NodeMessages['node_state']>
  )(detail);
  return typeof said === 'string' ? { text: said, hint: null } : { text: said[0], hint: said[1] };
}
