// What a node says when it refuses a transfer, as the coin's nodes word it, or as the harness says that its node does.
// Bitcoin Cash Node and Dogecoin Core are known from their sources and from what others quote of them (`min relay fee
// not met (code 66)`; `18: txn-mempool-conflict`): no answer of a real one was recorded here.
import { expect } from 'vitest';
import { bitcoindNodes } from '../../src/coins/registry.ts';
import type { TransferHarness } from './transfer-harness.ts';

export interface Refusal {
  readonly reason: string;
  /** Of the reject message. */
  readonly code: number;
  /** Of Bitcoin Core; Bitcoin Cash Node says the same unless told. */
  readonly details?: RegExp;
  /** Bitcoin Cash Node leaves the details out. */
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
