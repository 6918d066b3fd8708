// Results of the doctor's node checks, in English. Braces contain a value of the finding.
import type { NodeTexts } from './nodes.ts';

export const en: NodeTexts = {
  unread: 'none',
  checks: {
    network: 'network',
    contract: 'contract',
    sync: 'how far it is',
    history: 'old blocks',
    tracing: 'payments out of contracts',
    finality: 'final blocks',
    version: 'version',
    clock: 'clock',
    peers: 'peers',
    'double-spend proofs': 'double-spend proofs',
    load: 'load',
    wallet: 'our wallet',
    tags: 'destination tags',
  },
  found: {
    node_network: ['{network}'],
    node_wrong_network: ['{said}', 'Connect another node, or set another CHAINTILL_NETWORK.'],
    node_away: [
      '{said}',
      'Start the node, and compare its address and login with the configuration.',
    ],
    node_finality_refused: [
      '{said}',
      'Connect a node that knows of it, or set COIN_FINALITY=depth.',
    ],
    node_behind: [
      'At block {height}, {behind} behind.',
      'Wait until it has caught up; payments are found then.',
    ],
    node_at_block: ['At block {height}, {age} old.'],
    node_block_old: [
      'Its last block {height} is {age} old.',
      'Look at its peers and its log: it hears nothing of new blocks.',
    ],
    node_consensus_silent: [
      'Its last block {height} is {age} old.',
      'Look at its consensus client: it is not told of new blocks.',
    ],
    node_state: [
      'Its state is {state}.',
      'Wait some minutes after its start, then look at its peers and its log.',
    ],
    node_at_ledger: ['{state}, at ledger {height}, {age} old.'],
    node_ledger_old: [
      '{state}, at ledger {height}, {age} old.',
      'Look at its peers, and at the clocks of both machines (NTP).',
    ],
    node_all_blocks: ['It has all blocks.'],
    node_pruned: ['Pruned: blocks from {from} on; read up to {read}.'],
    node_pruned_unread: [
      'Pruned: its first block is {from}; read up to {read}.',
      'Connect a node with the older blocks until they are read.',
    ],
    node_ledgers: ['Ledgers {ledgers}; read up to {read}.'],
    node_ledgers_missing: [
      'Ledgers {ledgers}; read up to {read}.',
      'Have it fetch the ledgers from {from} on, or ask another node.',
    ],
    node_ledgers_few: [
      'Ledgers {ledgers}; read up to {read}.',
      'Let it keep more: ledger_history and online_delete, at least {least}.',
    ],
    node_version: ['{version}'],
    node_version_untried: ['{version}, which nobody has tried.'],
    node_version_old: ['{version} is older than {least}.', 'Upgrade the node.'],
    node_rules_unknown: ['{version} does not know the network’s new rules.', 'Upgrade the node.'],
    node_clock: ['{seconds} s off its peers.'],
    node_clock_off: ['{seconds} s off its peers.', 'Set the clock of its machine (NTP).'],
    node_no_future_block: ['No block from the future.'],
    node_block_ahead: [
      'Its last block is {seconds} s ahead of this machine.',
      'Set the clock of this machine (NTP).',
    ],
    node_peers: ['Connected to: {count}.'],
    node_peers_unavailable: ['It does not tell.'],
    node_alone_unseen: [
      'Connected to none.',
      'Look at its network and firewall: it sees no payments.',
    ],
    node_alone_unsubscribed: [
      'Connected to none.',
      'Look at its network and firewall: what it is sent goes nowhere.',
    ],
    node_proofs: ['Shown; now: {count}.'],
    node_no_proofs: ['Not shown: it is another node, or runs with doublespendproof=0.'],
    node_knows_outputs: ['It knows the outputs asked for: {count}.'],
    node_knows_addresses: ['It knows the addresses asked for: {count}.'],
    node_outputs_spent: [
      '{count} of {outputs} outputs are not unspent, the first {first}.',
      'If the node is in sync, somebody else has spent them: stop payouts.',
    ],
    node_sent_fewer: [
      '{address} has sent {sent} transactions, of which it knows {known}.',
      'It is behind, or follows another chain.',
    ],
    node_holds_less: [
      '{address} holds {holds}, and held {held}.',
      'Find out where it went before anything is paid out.',
    ],
    node_traces: ['Payments out of contracts are seen ({method}).'],
    node_tracing_unavailable: [
      'Not there: payments out of contracts are found by balances alone ({said}).',
      'Open its debug or trace interface to us (geth: --http.api eth,net,web3,debug).',
    ],
    node_final: ['Blocks are {finality} up to {height}, {behind} behind its last one.'],
    node_final_far: [
      'Blocks are {finality} up to {height}, {behind} behind its last one.',
      'The network, or its consensus client, is in trouble: payments wait.',
    ],
    node_final_none: [
      'It knows of no {finality} block.',
      'Look at its consensus client; until it tells, no payment is confirmed.',
    ],
    node_contract: ['{contract} calls itself {symbol}, with {decimals} decimals.'],
    node_contract_other: [
      'It calls itself “{symbol}”.',
      'Compare {contract} with the issuer’s own list of contracts.',
    ],
    node_load: ['Fees at {times} times the ordinary.'],
    node_load_high: [
      'Fees at {times} times the ordinary.',
      'Withdrawals wait for the fees to fall, within what was paid for them.',
    ],
    node_no_account: ['No account is in use yet: “chaintill xrp account” names it.'],
    node_no_account_yet: ['There is no account to look at yet.'],
    node_account_missing: [
      'The account {address} does not exist on the ledger.',
      'Send at least {least} to it: before that it cannot be paid less.',
    ],
    node_account_behind: [
      '{address} is at sequence {at}, and {known} is known.',
      'It is behind, or of another network: do not rely on it.',
    ],
    node_account: ['{address} exists; {reserve} of it are its reserve.'],
    node_tags_refused: ['Payments without a tag are refused.'],
    node_tags_open: [
      'Payments without a destination tag are let in, and nobody knows whose they are.',
      'Run “chaintill xrp require-tags”.',
    ],
  },
};
