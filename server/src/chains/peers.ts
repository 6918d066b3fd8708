// How many others a node is connected to: with none it hears of no payment, and what it is sent goes nowhere. For the
// operator's list of networks; the doctor looks at the same with its advice.
import { ChainUnavailable, WrongNetwork } from './chain.ts';

export interface NodePeers {
  /** Host and port, never a login. */
  readonly node: string;
  /** Null when it does not tell, or does not answer. */
  readonly peers: number | null;
}

/** Of one node; `close` ends what was opened to ask it. */
export async function peersOfNode(
  { node, close }: { readonly node: string; close(): void },
  read: () => Promise<number | null>,
): Promise<readonly NodePeers[]> {
  try {
    return [{ node, peers: await read() }];
  } catch (error) {
    if (error instanceof ChainUnavailable || error instanceof WrongNetwork)
      return [{ node, peers: null }];
    throw error;
  } finally {
    close();
  }
}
