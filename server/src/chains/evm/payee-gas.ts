// The gas that a payment to an address uses. An address with a key takes the ordinary amount. A contract (an exchange's
// deposit address, a multi-owner wallet) runs its code when it is paid, and may reject the payment.

import type { EvmNodes } from '../../coins/nodes.ts';
import type { PayeeRefusal } from '../payee-refusals.ts';
import { type RpcAnswer, resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes } from './answers.ts';
import { toNumber } from './quantity.ts';
import type { EvmRpc } from './rpc.ts';

const NO_CODE = '0x';
/**
 * Simulated with one wei from the zero address, which owns ether on the public networks; and with zero, for chains
 * where it owns nothing.
 */
const TRIED_VALUES = ['0x1', '0x0'];

export type PayeeGas = { readonly gas: number } | { readonly refusal: PayeeRefusal };

/** The estimate as of now: a contract can use more at the time of the payment. Throws ChainUnavailable. */
export async function payeeGas(
  rpc: EvmRpc,
  { gas: { payment }, dataFee }: EvmNodes,
  address: string,
): Promise<PayeeGas> {
  const code = await rpc.call('eth_getCode', address, 'latest');
  const hasCode = shaped(shapes.data, code, `code of ${address} at ${rpc.node}`) !== NO_CODE;
  if (!hasCode && dataFee !== 'in_gas') return { gas: payment };
  const answers = await rpc.request(
    TRIED_VALUES.map((value) => ({ method: 'eth_estimateGas', params: [{ to: address, value }] })),
  );
  const estimate = answers.find((answer) => answer.ok);
  if (estimate === undefined) return { refusal: refusalIn(answers) };
  const what = `eth_estimateGas at ${rpc.node}`;
  const gas = toNumber(shaped(shapes.quantity, resultOf(estimate, what), what));
  return { gas: hasCode ? withRoom(gas) : Math.max(payment, withRoom(gas)) };
}

/** Adds a fifth: a contract's gas use depends on its state when it is called. */
export function withRoom(gas: number): number {
  return Math.ceil((gas * 6) / 5);
}

/** The reason of the last attempt, which needs no funds. */
function refusalIn(answers: readonly RpcAnswer[]): PayeeRefusal {
  const last = answers.at(-1);
  return last === undefined || last.ok ? { code: 'payments_not_accepted' } : { said: last.message };
}
