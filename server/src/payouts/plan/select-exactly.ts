// Finds outputs whose sum needs no change: branch and bound, as in Bitcoin Core (SelectCoinsBnB of
// src/wallet/coinselection.cpp), with a limit of tries.

/** About half a millisecond for hundreds of outputs. */
const TRIES_MAX = 5_000;

interface Wanted {
  readonly target: bigint;
  /** How much more than the target may go to the fee instead of to change. */
  readonly surplusMax: bigint;
  /** The fee of an input. */
  readonly perInput: bigint;
  readonly countMax: number;
}

/** `values`: effective values above zero, falling. Returns places in it, for the lowest fee; null without any. */
export function selectExactly(values: readonly bigint[], wanted: Wanted): readonly number[] | null {
  const { target, perInput, countMax } = wanted;
  const most = target + wanted.surplusMax;
  let best: { readonly chosen: readonly number[]; readonly cost: bigint } | null = null;
  const chosen: number[] = [];
  const valueAt = (n: number) => values[n] ?? 0n;
  let sum = 0n;
  let open = values.reduce((total, value) => total + value, 0n);
  let at = 0;
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const cost = BigInt(chosen.length) * perInput + (sum > target ? sum - target : 0n);
    const isTooDear: boolean = best !== null && cost >= best.cost;
    const isFound = sum >= target && sum <= most && !isTooDear && chosen.length <= countMax;
    if (isFound) best = { chosen: [...chosen], cost };
    if (isFound || isTooDear || sum > most || chosen.length >= countMax || sum + open < target) {
      const last = chosen.pop();
      if (last === undefined) break;
      // Tries again without the last one.
      for (; at > last + 1; at--) open += valueAt(at - 1);
      sum -= valueAt(last);
      continue;
    }
    const value = valueAt(at);
    open -= value;
    // After an equal one that was left out, this one gives the same sums.
    const isSame = at > 0 && chosen.at(-1) !== at - 1 && value === valueAt(at - 1);
    if (!isSame) {
      chosen.push(at);
      sum += value;
    }
    at += 1;
  }
  return best?.chosen ?? null;
}
