// How nodes word the rejection of a transfer, by coin or by harness. Bitcoin Cash Node's and Dogecoin Core's texts are
// from their sources and from quotes (`min relay fee not met (code 66)`; `18: txn-mempool-conflict`): no response of a
// real one was recorded here.
import { expect } from 'vitest';
import { bitcoindNodes } from '../../src/coins/registry.ts';
import type { TransferHarness } from './transfer-harness.ts';

export interface Refusal {
  readonly reason: string;
  /** The code in the reject message. */
  readonly code: number;
  /** From Bitcoin Core; Bitcoin Cash Node uses the same texts unless given here. */
  readonly details?: RegExp;
  /** Bitcoin Cash Node omits the details. */
  readonly isShortOnCash?: boolean;
}

export function expectRefusal(
  { coin, refusalFormat }: Pick<TransferHarness, 'coin' | 'refusalFormat'>,
  answer: string,
  { reason, code, details, isShortOnCash = false }: Refusal,
): void {
  const words = refusalFormat ?? bitcoindNodes(coin.code).refusalFormat;
  if (words === 'code_first') {
    expect(answer).toBe(`${code}: ${reason}`);
    return;
  }
  const ending = words === 'code_last' ? ` (code ${code})` : '';
  expect(answer.endsWith(ending), answer).toBe(true);
  const said = ending === '' ? answer : answer.slice(0, -ending.length);
  const [start = '', ...rest] = said.split(', ');
  expect(start, answer).toBe(reason);
  if (words === 'code_last' && isShortOnCash) expect(rest, answer).toEqual([]);
  else if (details !== undefined) expect(rest.join(', '), answer).toMatch(details);
}
