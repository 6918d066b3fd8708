// The fees that a signer signed within the last day. If a transfer spends everything that an earlier one spends, at
// most one of them confirms. Only the most expensive counts: a repetition adds nothing, and a replacement adds the
// difference.
import { DAY } from '../core/clock.ts';

export interface SignedFee {
  readonly at: number;
  readonly coin: string;
  readonly fee: bigint;
  /** Inputs or numbers, as keys of the signer's memory. */
  readonly spends: readonly string[];
  readonly txid: string;
}

interface Group {
  readonly at: number;
  readonly coin: string;
  fee: bigint;
  /** The spends of the group's first transfer, which all others share. */
  readonly spends: readonly string[];
  readonly txids: Set<string>;
}

/** Keyed by the coin of the fee and the group's first spend. */
export type FeeTally = Map<string, Group[]>;

export function addedFee(tally: FeeTally, signed: Omit<SignedFee, 'txid'>): bigint {
  const { fee } = signed;
  const group = groupOf(tally, signed);
  if (group === undefined) return fee;
  return fee > group.fee ? fee - group.fee : 0n;
}

export function isRepeated(tally: FeeTally, signed: Omit<SignedFee, 'fee'>): boolean {
  return groupOf(tally, signed)?.txids.has(signed.txid) ?? false;
}

export function countFee(tally: FeeTally, signed: SignedFee): void {
  evict(tally, signed.at);
  const { at, coin, fee, spends, txid } = signed;
  const group = groupOf(tally, signed);
  if (group !== undefined) {
    if (fee > group.fee) group.fee = fee;
    group.txids.add(txid);
    return;
  }
  const [first] = spends;
  if (first === undefined) return;
  const made = { at, coin, fee, spends, txids: new Set([txid]) };
  const key = keyOf(coin, first);
  tally.set(key, [...(tally.get(key) ?? []), made]);
}

/** The 24 hours before `now`. */
export function feesToday(tally: FeeTally, coin: string, now: number): bigint {
  let sum = 0n;
  for (const groups of tally.values())
    for (const group of groups) if (group.coin === coin && group.at > now - DAY) sum += group.fee;
  return sum;
}

function groupOf(
  tally: FeeTally,
  { at, coin, spends }: Pick<SignedFee, 'at' | 'coin' | 'spends'>,
): Group | undefined {
  const mine = new Set(spends);
  for (const spend of mine) {
    const found = tally
      .get(keyOf(coin, spend))
      ?.find((group) => group.at > at - DAY && group.spends.every((other) => mine.has(other)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Two coins may have transactions with the same id: on test networks their addresses have the same keys. */
function keyOf(coin: string, spend: string): string {
  return `${coin} ${spend}`;
}

function evict(tally: FeeTally, now: number): void {
  for (const [spend, groups] of tally) {
    const kept = groups.filter((group) => group.at > now - DAY);
    if (kept.length === 0) tally.delete(spend);
    else if (kept.length < groups.length) tally.set(spend, kept);
  }
}
