// How the network fee of one transfer is divided among those who bear it. Pure.

/**
 * Equal shares in the smallest unit: rounded down, and the units left over go to the first ones, one each, so
 * that the shares sum to the fee.
 */
export function shareFee(fee: bigint, bearers: number): bigint[] {
  if (bearers === 0) return [];
  const share = fee / BigInt(bearers);
  const left = Number(fee % BigInt(bearers));
  return Array.from({ length: bearers }, (_, n) => (n < left ? share + 1n : share));
}
