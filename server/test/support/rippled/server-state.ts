// The state reports of the emulated rippled: the two are equal except for units and a few fields.
import { completeLedgers } from './present.ts';
import {
  BASE_FEE,
  type Fields,
  lastLedger,
  RESERVE_BASE,
  RESERVE_INC,
  type State,
} from './state.ts';

const NODE_KEY = 'n9M22FqHRNKJ4VrRkrqaJcsBhT9FACyRgu4ipoCGSEmZgPELzMdM';

function common(state: State): Fields {
  const nothing = { duration_us: '0', transitions: '0' };
  return {
    build_version: '2.2.3',
    complete_ledgers: completeLedgers(state),
    initial_sync_duration_us: '479483',
    io_latency_ms: 1,
    jq_trans_overflow: '0',
    load: { job_types: [], threads: 1 },
    node_size: 'tiny',
    peer_disconnects: '0',
    peer_disconnects_resources: '0',
    peers: 0,
    ports: [],
    pubkey_node: NODE_KEY,
    pubkey_validator: 'none',
    server_state: 'full',
    server_state_duration_us: '66795762',
    state_accounting: {
      connected: nothing,
      disconnected: { duration_us: '479483', transitions: '1' },
      full: { duration_us: '66795762', transitions: '1' },
      syncing: nothing,
      tracking: nothing,
    },
    time: '2026-Nov-21 01:04:45.901763 UTC',
    uptime: 67,
    validation_quorum: 0,
    ...(state.networkId === null ? {} : { network_id: state.networkId }),
  };
}

export function serverInfo(state: State): Fields {
  const { hash, index } = lastLedger(state);
  const validated_ledger = {
    age: 0,
    base_fee_xrp: 0.00001,
    hash,
    reserve_base_xrp: 1,
    reserve_inc_xrp: 0.2,
    seq: index,
  };
  const info = {
    ...common(state),
    hostid: 'vm',
    last_close: { converge_time_s: 0.1, proposers: 0 },
    load_factor: Number(state.openLedgerFee / BASE_FEE),
    validated_ledger,
    validator_list: { count: 0, expiration: 'unknown', status: 'unknown' },
  };
  return { info };
}

export function serverState(state: State): Fields {
  const { hash, index, closeTime } = lastLedger(state);
  const load = Number((state.openLedgerFee * 256n) / BASE_FEE);
  const report = {
    ...common(state),
    last_close: { converge_time: 100, proposers: 0 },
    load_base: 256,
    load_factor: load,
    load_factor_fee_escalation: load,
    load_factor_fee_queue: 256,
    load_factor_fee_reference: 256,
    load_factor_server: 256,
    validated_ledger: {
      base_fee: Number(BASE_FEE),
      close_time: closeTime,
      hash,
      reserve_base: Number(RESERVE_BASE),
      reserve_inc: Number(RESERVE_INC),
      seq: index,
    },
    validator_list_expires: 0,
  };
  return { state: report };
}
