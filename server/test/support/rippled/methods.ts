// The methods of the emulated rippled, each a function of the ledger and its parameters. emulator.ts turns a result
// with `error` into an error.
import { isValidClassicAddress } from 'ripple-address-codec';
import { acceptsFrom, rootFields } from './apply.ts';
import { ctidOf, isoOf, listed, txFields, validatedLedger } from './present.ts';
import { serverInfo, serverState } from './server-state.ts';
import {
  BASE_FEE,
  DEPOSIT_AUTH,
  entryIndexOf,
  type Fields,
  type Ledger,
  lastLedger,
  openIndex,
  REQUIRE_TAG,
  type State,
} from './state.ts';
import { submit } from './submit.ts';

type Method = (state: State, params: Fields) => Fields;

/** Codes of ErrorCodes.h. */
const refusals = {
  unknownCmd: [32, 'Unknown method.'],
  actNotFound: [19, 'Account not found.'],
  actMalformed: [35, 'Account malformed.'],
  lgrNotFound: [21, 'ledgerNotFound'],
  lgrIdxMalformed: [58, 'Ledger index malformed.'],
  lgrIdxsInvalid: [57, 'Ledger indexes invalid.'],
  srcActNotFound: [67, 'Source account not found.'],
  dstActNotFound: [50, 'Destination account not found.'],
  txnNotFound: [29, 'Transaction not found.'],
} as const;

export function refusal(error: keyof typeof refusals, more: Fields = {}): Fields {
  const [error_code, error_message] = refusals[error];
  return { ...more, error, error_code, error_message };
}

export const methods: Readonly<Record<string, Method>> = {
  account_info: accountInfo,
  account_lines: (state, params) => ofAccount(state, params, { lines: [] }),
  account_objects: (state, params) => ofAccount(state, params, { account_objects: [] }),
  account_tx: accountTx,
  deposit_authorized: depositAuthorized,
  fee,
  ledger,
  ledger_closed: (state) => {
    const { hash, index } = lastLedger(state);
    return { ledger_hash: hash, ledger_index: index };
  },
  ledger_current: (state) => ({ ledger_current_index: openIndex(state) }),
  server_info: serverInfo,
  server_state: serverState,
  submit,
  tx,
};

function accountInfo(state: State, params: Fields): Fields {
  const address = String(params['account']);
  const isValidated = params['ledger_index'] === 'validated';
  const place = ledgerOf(state, isValidated);
  if (!isValidClassicAddress(address)) return refusal('actMalformed', place);
  const account = (isValidated ? state.validated : state.open).get(address);
  if (account === undefined) return refusal('actNotFound', { account: address, ...place });
  const threaded =
    account.last === null
      ? {}
      : { PreviousTxnID: account.last.txid, PreviousTxnLgrSeq: account.last.ledger };
  const entry = { LedgerEntryType: 'AccountRoot', index: entryIndexOf(address) };
  return {
    account_data: { ...rootFields(address, account), ...entry, ...threaded },
    account_flags: flagsOf(account.flags),
    ...place,
    ...(params['queue'] === true ? { queue_data: { txn_count: 0 } } : {}),
  };
}

function depositAuthorized(state: State, params: Fields): Fields {
  const [from, to] = [String(params['source_account']), String(params['destination_account'])];
  const isValidated = params['ledger_index'] === 'validated';
  const accounts = isValidated ? state.validated : state.open;
  const account = accounts.get(to);
  if (!accounts.has(from)) return refusal('srcActNotFound');
  if (account === undefined) return refusal('dstActNotFound');
  return {
    deposit_authorized: acceptsFrom(account, { from, to }),
    destination_account: to,
    source_account: from,
    ...ledgerOf(state, isValidated),
  };
}

/** The ledger that a request refers to. */
function ledgerOf(state: State, isValidated: boolean): Fields {
  const last = lastLedger(state);
  return isValidated
    ? { ledger_hash: last.hash, ledger_index: last.index, validated: true }
    : { ledger_current_index: openIndex(state), validated: false };
}

function flagsOf(flags: number): Fields {
  return {
    defaultRipple: false,
    depositAuth: (flags & DEPOSIT_AUTH) !== 0,
    disableMasterKey: false,
    disallowIncomingXRP: false,
    globalFreeze: false,
    noFreeze: false,
    passwordSpent: false,
    requireAuthorization: false,
    requireDestinationTag: (flags & REQUIRE_TAG) !== 0,
  };
}

function ofAccount(state: State, params: Fields, more: Fields): Fields {
  return {
    account: params['account'],
    ledger_current_index: openIndex(state),
    ...more,
    validated: false,
  };
}

function ledger(state: State, params: Fields): Fields {
  const requested = params['ledger_index'];
  const current = openIndex(state);
  if (requested === 'current' || requested === current) {
    const { hash } = lastLedger(state);
    const hashes = state.openTransactions.map(({ txid }) => txid);
    const open = {
      closed: false,
      ledger_index: `${current}`,
      parent_hash: hash,
      ...(params['transactions'] === true ? { transactions: hashes } : {}),
    };
    return { ledger: open, ledger_current_index: current, validated: false };
  }
  const found =
    requested === 'validated' || requested === 'closed'
      ? lastLedger(state)
      : state.ledgers.find(({ index }) => index === Number(requested));
  if (found === undefined) return refusal('lgrNotFound');
  return {
    ledger: validatedLedger(found, params, state),
    ledger_hash: found.hash,
    ledger_index: found.index,
    validated: true,
  };
}

function tx(state: State, params: Fields): Fields {
  const txid = params['transaction'];
  const version = Number(params['api_version'] ?? 1);
  const holder = state.ledgers.find((item) =>
    item.transactions.some((applied) => applied.txid === txid),
  );
  const found = holder?.transactions.find((applied) => applied.txid === txid);
  if (holder === undefined || found === undefined) {
    // In the open ledger or in none: the response is the same, and does not change when no ledger can contain it any
    // more.
    const remembered = state.memory.get(String(txid));
    if (remembered === undefined) return refusal('txnNotFound', searched(state, params));
    const fields = txFields(remembered, version);
    const shown = version === 1 ? { ...fields, hash: txid } : { hash: txid, tx_json: fields };
    return { ...shown, validated: false };
  }
  const fields = txFields(found.tx, version);
  const date = holder.closeTime;
  const common = { ctid: ctidOf(holder, found), hash: txid, meta: found.meta, validated: true };
  if (version === 1) {
    return { ...fields, ...common, date, inLedger: holder.index, ledger_index: holder.index };
  }
  return {
    ...common,
    close_time_iso: isoOf(date),
    ledger_hash: holder.hash,
    ledger_index: holder.index,
    tx_json: { ...fields, date, ledger_index: holder.index },
  };
}

/** With a range, whether the node has the transactions of all its ledgers; empty ledgers count as missing. */
function searched(state: State, { min_ledger: from, max_ledger: to }: Fields): Fields {
  if (from === undefined || to === undefined) return {};
  const [first, last] = [Number(from), Number(to)];
  const full = state.ledgers.filter(
    ({ index, transactions }) => index >= first && index <= last && transactions.length > 0,
  );
  return { searched_all: full.length === last - first + 1 };
}

interface Found {
  readonly ledger: Ledger;
  readonly place: number;
}

function accountTx(state: State, params: Fields): Fields {
  const account = String(params['account']);
  const version = Number(params['api_version'] ?? 1);
  const first = state.ledgers[0]?.index ?? 0;
  const last = lastLedger(state).index;
  const [from, to] = [
    Number(params['ledger_index_min'] ?? -1),
    Number(params['ledger_index_max'] ?? -1),
  ];
  if (version > 1 && ((to > last && to !== -1) || (from < first && from !== -1))) {
    return refusal('lgrIdxMalformed');
  }
  const min = Math.max(from === -1 ? first : from, first);
  const max = Math.min(to === -1 ? last : to, last);
  if (max < min) return refusal('lgrIdxsInvalid');
  const found = touching(state, account, { min, max });
  if (params['forward'] !== true) found.reverse();
  const limit = Number(params['limit'] ?? 200);
  const start = startOf(found, params['marker']);
  const page = found.slice(start, start + limit);
  const next = found[start + limit];
  return {
    account,
    ledger_index_max: max,
    ledger_index_min: min,
    limit,
    ...(next === undefined ? {} : { marker: { ledger: next.ledger.index, seq: next.place } }),
    transactions: page.flatMap((item) => {
      const applied = item.ledger.transactions[item.place];
      return applied === undefined ? [] : [listed(item.ledger, applied, version)];
    }),
    validated: true,
  };
}

function touching(state: State, account: string, range: { min: number; max: number }): Found[] {
  const within = state.ledgers.filter(({ index }) => index >= range.min && index <= range.max);
  return within.flatMap((item) =>
    item.transactions.flatMap(({ meta }, place) =>
      JSON.stringify(meta['AffectedNodes']).includes(`"${account}"`)
        ? [{ ledger: item, place }]
        : [],
    ),
  );
}

function startOf(found: readonly Found[], marker: unknown): number {
  if (marker === undefined) return 0;
  const { ledger: index, seq } = marker as { ledger: number; seq: number };
  return found.findIndex((item) => item.ledger.index === index && item.place === seq);
}

/** The queue and the median of a node that has had no load. */
function fee(state: State): Fields {
  const level = (drops: bigint) => `${(drops * 256n) / BASE_FEE}`;
  return {
    current_ledger_size: `${state.openTransactions.length}`,
    current_queue_size: `${state.queue.length}`,
    drops: {
      base_fee: `${BASE_FEE}`,
      median_fee: '5000',
      minimum_fee: `${BASE_FEE}`,
      open_ledger_fee: `${state.openLedgerFee}`,
    },
    expected_ledger_size: '1000',
    ledger_current_index: openIndex(state),
    levels: {
      median_level: '128000',
      minimum_level: '256',
      open_ledger_level: level(state.openLedgerFee),
      reference_level: '256',
    },
    max_queue_size: '20000',
  };
}
