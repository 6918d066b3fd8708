// How the emulated rippled shows ledgers and transactions, in both API versions.
import { type Applied, type Fields, hashOf, type Ledger, type State } from './state.ts';

const RIPPLE_EPOCH_SECONDS = 946_684_800;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function isoOf(closeTime: number): string {
  const time = new Date((closeTime + RIPPLE_EPOCH_SECONDS) * 1000);
  return time.toISOString().replace('.000Z', 'Z');
}

function humanOf(closeTime: number): string {
  const [date = '', time = ''] = isoOf(closeTime).replace('Z', '').split('T');
  const [year, month, day] = date.split('-');
  return `${year}-${MONTHS[Number(month) - 1]}-${day} ${time}.000000000 UTC`;
}

/** Since rippled 2.0 the amount to deliver has two names; version 2 has only the new one. */
export function txFields(tx: Fields, version: number): Fields {
  const { Amount, ...rest } = tx;
  if (tx['TransactionType'] !== 'Payment') return tx;
  return version === 1 ? { ...tx, DeliverMax: Amount } : { ...rest, DeliverMax: Amount };
}

export function ctidOf(ledger: Ledger, { meta }: Applied): string {
  const hex = (value: number, digits: number) =>
    value.toString(16).toUpperCase().padStart(digits, '0');
  return `C${hex(ledger.index, 7)}${hex(Number(meta['TransactionIndex']), 4)}0000`;
}

/** As in account_tx. */
export function listed(ledger: Ledger, applied: Applied, version: number): Fields {
  const { txid: hash, tx, meta } = applied;
  const date = ledger.closeTime;
  const fields = txFields(tx, version);
  if (version === 1) {
    const place = { date, hash, inLedger: ledger.index, ledger_index: ledger.index };
    return { meta, tx: { ...fields, ...place }, validated: true };
  }
  return {
    close_time_iso: isoOf(date),
    hash,
    ledger_hash: ledger.hash,
    ledger_index: ledger.index,
    meta,
    tx_json: { ...fields, date, ledger_index: ledger.index },
    validated: true,
  };
}

export function validatedLedger(ledger: Ledger, requested: Fields, state: State): Fields {
  const parent = state.ledgers.find(({ index }) => index === ledger.index - 1);
  const transactions = ledger.transactions.map(({ txid, tx, meta }) =>
    requested['expand'] === true ? { ...txFields(tx, 1), hash: txid, metaData: meta } : txid,
  );
  return {
    account_hash: hashOf(`${ledger.hash} accounts`),
    close_flags: 0,
    close_time: ledger.closeTime,
    close_time_human: humanOf(ledger.closeTime),
    close_time_iso: isoOf(ledger.closeTime),
    close_time_resolution: 10,
    closed: true,
    ledger_hash: ledger.hash,
    ledger_index: `${ledger.index}`,
    parent_close_time: parent?.closeTime ?? 0,
    parent_hash: ledger.parentHash,
    total_coins: `${ledger.totalDrops}`,
    transaction_hash: hashOf(`${ledger.hash} transactions`),
    ...(requested['transactions'] === true ? { transactions } : {}),
  };
}

export function completeLedgers({ ledgers }: State): string {
  const first = ledgers[0]?.index ?? 0;
  const last = ledgers.at(-1)?.index ?? 0;
  return first === last ? `${first}` : `${first}-${last}`;
}
