// Wraps the calls of the ports to a coin's network, for example to check, measure or trace them.
import type { Chain } from './chain.ts';
import type { TransferNetwork } from './transfers.ts';

export type PortCall = (...requested: never[]) => Promise<unknown>;

type CallsOf<Port> = {
  [Name in keyof Port]-?: NonNullable<Port[Name]> extends PortCall ? Name : never;
}[keyof Port] &
  string;

/** The compiler reports a missing call. */
const chainCalls: Readonly<Record<Exclude<CallsOf<Chain>, 'checkNetwork' | 'close'>, true>> = {
  tip: true,
  finalBlock: true,
  hashAt: true,
  oldest: true,
  blocks: true,
  mempool: true,
  spendersIn: true,
  hiddenPayments: true,
  gained: true,
  transactions: true,
  inspect: true,
  doubleSpendProofs: true,
};

const networkCalls: Readonly<Record<CallsOf<TransferNetwork>, true>> = {
  feeQuotes: true,
  amountsOf: true,
  account: true,
  gasFor: true,
  refusalOf: true,
  broadcast: true,
  outcome: true,
  spendersOf: true,
};

export type WrapCall = (call: PortCall, name: string) => PortCall;

/** Everything but calls is unchanged, and so are `checkNetwork` and `close`. */
export function wrapChain(chain: Chain, wrap: WrapCall): Chain {
  return wrapCalls(chain, chainCalls, wrap);
}

/** Everything but calls is unchanged. */
export function wrapNetwork(network: TransferNetwork, wrap: WrapCall): TransferNetwork {
  const { expiry } = network;
  const wrapped = wrapCalls(network, networkCalls, wrap);
  return expiry === undefined
    ? wrapped
    : { ...wrapped, expiry: wrapCalls(expiry, { hasPassed: true }, wrap) };
}

function wrapCalls<Port extends object>(port: Port, names: object, wrap: WrapCall): Port {
  const calls = Object.entries(port).filter(([name, call]) => name in names && call !== undefined);
  const wrapped = calls.map(([name, call]) => [name, wrap(call as PortCall, name)]);
  return { ...port, ...Object.fromEntries(wrapped) };
}
