// A chain that is trusted only after it has proven its network. The service can start while a node is down.
import type { App } from '../app.ts';
import { type Chain, ChainUnavailable } from './chain.ts';
import { type WrapCall, wrapChain, wrapNetwork } from './port-calls.ts';
import type { SendingFamily } from './transfers.ts';

/** Every call throws what `checkNetwork` throws until that has succeeded once. */
export function checkedChain(chain: Chain): Chain {
  let isChecked = false;
  const check = async () => {
    if (isChecked) return;
    await chain.checkNetwork();
    isChecked = true;
  };
  return { ...wrapChain(chain, after(check)), checkNetwork: check };
}

/** Runs before any wallet is created. Throws WrongNetwork. A node that is down is checked when it returns. */
export async function checkNetworks({ chains, log }: Pick<App, 'chains' | 'log'>): Promise<void> {
  for (const chain of chains.values()) {
    await chain.checkNetwork().catch((error: unknown) => {
      if (!(error instanceof ChainUnavailable)) throw error;
      log.warn({ err: error, coin: chain.coin }, 'node unreachable, waiting');
    });
  }
}

export function checkedSending(
  { network, ...family }: SendingFamily,
  chain: Pick<Chain, 'checkNetwork'>,
): SendingFamily {
  return { ...family, network: wrapNetwork(network, after(chain.checkNetwork)) };
}

/** Each call runs once `check` has succeeded. */
const after =
  (check: () => Promise<void>): WrapCall =>
  (call) =>
  async (...requested) => {
    await check();
    return call(...requested);
  };
