// Every withdrawal that a separate signer has seen, what it signed, and what was sent in the last day. Rebuilt from
// the journal at startup.
import { DAY } from '../core/clock.ts';
import { countFee, type FeeTally } from './fee-tally.ts';
import type { Intent } from './intent.ts';
import { type KnownAmounts, rememberAmounts } from './known-amounts.ts';

/** A line of the journal. Times are milliseconds since the epoch, by the machine's clock. */
export type JournalRecord =
  /** First seen: this content is binding, whatever another request has under the same id. */
  | { readonly kind: 'seen'; readonly at: number; readonly intent: Intent }
  | {
      readonly kind: 'signed';
      readonly at: number;
      readonly coin: string;
      readonly txid: string;
      /** The inputs (`txid:index`) or the number (`sender#number`) that the transfer spends. */
      readonly spends: readonly string[];
      /** The amounts and the fee beyond what was already counted, in the smallest unit. */
      readonly leaves: bigint;
      /** The amount added to the daily fee total of another coin; not included in `leaves`. */
      readonly fee?: { readonly coin: string; readonly amount: bigint };
      readonly networkFee: { readonly coin: string; readonly amount: bigint };
      readonly intents: readonly Intent[];
      /** The amount of each output that the transfer spends or creates; absent in old lines. */
      readonly amounts?: readonly (readonly [string, bigint])[];
    }
  /** Output amounts of a transaction that the operator supplied; its txid is the proof. */
  | {
      readonly kind: 'proven';
      readonly at: number;
      readonly coin: string;
      readonly amounts: readonly (readonly [string, bigint])[];
    }
  /** A person confirmed, with a reason, that lines after `known` are missing. The count continues above `known`. */
  | { readonly kind: 'cut'; readonly at: number; readonly known: number; readonly proof: string }
  /** A person has proof that nothing signed for the withdrawal can ever confirm, so signing again is allowed. */
  | { readonly kind: 'freed'; readonly at: number; readonly id: string; readonly proof: string };

export interface Signed {
  readonly txid: string;
  readonly spends: readonly string[];
}

export interface Requested {
  readonly intent: Intent;
  readonly seenAt: number;
  /** Since the withdrawal was last freed. */
  readonly signed: readonly Signed[];
}

export interface SignerMemory {
  readonly requests: Map<string, Requested>;
  readonly amounts: KnownAmounts;
  readonly fees: FeeTally;
  /** Oldest first. */
  outgoing: { readonly at: number; readonly coin: string; readonly amount: bigint }[];
}

export function emptyMemory(): SignerMemory {
  return { requests: new Map(), amounts: new Map(), fees: new Map(), outgoing: [] };
}

export function remember(memory: SignerMemory, record: JournalRecord): void {
  if (record.kind === 'seen') see(memory, record.intent, record.at);
  else if (record.kind === 'freed') free(memory, record.id);
  else if (record.kind === 'proven') rememberAmounts(memory.amounts, record.coin, record.amounts);
  else if (record.kind === 'signed') keep(memory, record);
}

function free(memory: SignerMemory, id: string): void {
  const requested = memory.requests.get(id);
  if (requested !== undefined) memory.requests.set(id, { ...requested, signed: [] });
}

function keep(memory: SignerMemory, record: Extract<JournalRecord, { kind: 'signed' }>): void {
  const { at, coin, txid, spends, leaves } = record;
  memory.outgoing = memory.outgoing.filter((item) => item.at > at - DAY);
  memory.outgoing.push({ at, coin, amount: leaves });
  rememberAmounts(memory.amounts, coin, record.amounts ?? []);
  const { coin: feeCoin, amount: fee } = record.networkFee;
  countFee(memory.fees, { at, coin: feeCoin, fee, spends, txid });
  if (record.fee !== undefined) memory.outgoing.push({ at, ...record.fee });
  for (const intent of record.intents) {
    see(memory, intent, at);
    const requested = memory.requests.get(intent.id);
    if (requested === undefined || requested.signed.some((item) => item.txid === txid)) continue;
    memory.requests.set(intent.id, {
      ...requested,
      signed: [...requested.signed, { txid, spends }],
    });
  }
}

function see(memory: SignerMemory, intent: Intent, at: number): void {
  if (memory.requests.has(intent.id)) return;
  memory.requests.set(intent.id, { intent, seenAt: at, signed: [] });
}

export function leftToday(memory: SignerMemory, coin: string, now: number): bigint {
  return memory.outgoing.reduce(
    (sum, item) => (item.coin === coin && item.at > now - DAY ? sum + item.amount : sum),
    0n,
  );
}
