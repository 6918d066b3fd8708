// What a node reports when the doctor checks it, as values: one schema per check. Amounts are texts in the coin of the
// node; ages are seconds.
import { type Static, Type } from 'typebox';
import { oneOf, row, Text } from './schema.ts';

export const NODE_CAUSES = ['silent', 'wrong_network', 'behind', 'other_branch'] as const;

/** Why a read has no answer of a node. */
export const NODE_ABSENCES = ['silent', 'wrong_network', 'late', 'invalid_response'] as const;
export type NodeAbsence = (typeof NODE_ABSENCES)[number];

export const NODE_CHECKS = [
  'network',
  'contract',
  'sync',
  'history',
  'tracing',
  'finality',
  'version',
  'clock',
  'peers',
  'double-spend proofs',
  'load',
  'wallet',
  'tags',
] as const;

const count = Type.Integer();
const height = Type.Integer();
/** The height up to which the chain was read; null before the first poll. */
const read = Type.Union([Type.Integer(), Type.Null()]);

export const NODE_DETAILS = [
  row({ code: oneOf(['node_network']), network: Text }),
  row({
    code: oneOf([
      'node_wrong_network',
      'node_unreachable',
      'node_response_invalid',
      'node_finality_refused',
    ]),
    message: Text,
  }),
  row({ code: oneOf(['node_late']) }),
  row({ code: oneOf(['node_behind']), height, behind: count }),
  row({
    code: oneOf(['node_at_block', 'node_block_old', 'node_consensus_silent']),
    height,
    seconds: count,
  }),
  row({ code: oneOf(['node_state']), state: Text }),
  row({ code: oneOf(['node_at_ledger', 'node_ledger_old']), state: Text, height, seconds: count }),
  row({ code: oneOf(['node_all_blocks', 'node_no_future_block', 'node_peers_unavailable']) }),
  row({ code: oneOf(['node_pruned', 'node_pruned_unread']), from: height, read }),
  row({ code: oneOf(['node_ledgers']), ledgers: Text, read }),
  row({ code: oneOf(['node_ledgers_missing']), ledgers: Text, read, from: height }),
  row({ code: oneOf(['node_ledgers_few']), ledgers: Text, read, least: count }),
  row({
    code: oneOf(['node_version', 'node_version_untried', 'node_rules_unknown']),
    version: Text,
  }),
  row({ code: oneOf(['node_version_old']), version: Text, least: Text }),
  row({ code: oneOf(['node_clock', 'node_clock_off', 'node_block_ahead']), seconds: count }),
  row({ code: oneOf(['node_peers', 'node_proofs', 'node_knows_outputs']), count }),
  row({ code: oneOf(['node_knows_addresses']), count }),
  row({ code: oneOf(['node_alone_unseen', 'node_alone_unsubscribed', 'node_no_proofs']) }),
  row({ code: oneOf(['node_outputs_spent']), count, outputs: count, first: Text }),
  row({ code: oneOf(['node_sent_fewer']), address: Text, sent: count, known: count }),
  row({ code: oneOf(['node_holds_less']), address: Text, holds: Text, held: Text }),
  row({ code: oneOf(['node_traces']), method: Text }),
  row({ code: oneOf(['node_tracing_unavailable']), message: Text }),
  row({ code: oneOf(['node_final', 'node_final_far']), finality: Text, height, behind: count }),
  row({ code: oneOf(['node_final_none']), finality: Text }),
  row({ code: oneOf(['node_contract']), contract: Text, symbol: Text, decimals: count }),
  row({ code: oneOf(['node_contract_other']), contract: Text, symbol: Text }),
  row({ code: oneOf(['node_load', 'node_load_high']), times: count }),
  row({ code: oneOf(['node_no_account', 'node_no_account_yet']) }),
  row({ code: oneOf(['node_account_missing']), address: Text, least: Text }),
  row({ code: oneOf(['node_account_behind']), address: Text, at: count, known: count }),
  row({ code: oneOf(['node_account']), address: Text, reserve: Text }),
  row({ code: oneOf(['node_tags_refused', 'node_tags_open']) }),
] as const;

export type NodeDetail = Static<(typeof NODE_DETAILS)[number]>;
export type NodeCheckName = (typeof NODE_CHECKS)[number];

/** What is wrong with a node. Each has advice in the catalog's area `doctor`. */
export const NODE_PROBLEMS: ReadonlySet<NodeDetail['code']> = new Set([
  'node_wrong_network',
  'node_unreachable',
  'node_response_invalid',
  'node_late',
  'node_finality_refused',
  'node_behind',
  'node_block_old',
  'node_consensus_silent',
  'node_state',
  'node_ledger_old',
  'node_pruned_unread',
  'node_ledgers_missing',
  'node_ledgers_few',
  'node_version_old',
  'node_rules_unknown',
  'node_clock_off',
  'node_block_ahead',
  'node_alone_unseen',
  'node_alone_unsubscribed',
  'node_outputs_spent',
  'node_sent_fewer',
  'node_holds_less',
  'node_tracing_unavailable',
  'node_final_far',
  'node_final_none',
  'node_contract_other',
  'node_load_high',
  'node_account_missing',
  'node_account_behind',
  'node_tags_open',
] as const);
