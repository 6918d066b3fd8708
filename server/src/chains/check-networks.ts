// The check at the start that every node is on the network that is configured. Before it no wallet is made.
import type { App } from '../app.ts';
import { ChainUnavailable } from './chain.ts';

/** Throws WrongNetwork. A node that is away is checked when it is back (checked-chain.ts). */
export async function checkNetworks({ chains, log }: Pick<App, 'chains' | 'log'>): Promise<void> {
  for (const chain of chains.values()) {
    await chain.checkNetwork().catch((error: unknown) => {
      if (!(error instanceof ChainUnavailable)) throw error;
      log.warn({ err: error, coin: chain.coin }, 'the node is not there yet');
    });
  }
}
