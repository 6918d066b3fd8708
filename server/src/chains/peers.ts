// A node's peer count. A node without peers receives no payments and relays no transactions. For the operator's list of
// networks; the doctor checks the same and adds advice.
import { ChainUnavailable, WrongNetwork } from './chain.ts';

export interface NodePeers {
  /** Host and port, never a login. */
  readonly node: string;
  /** Null when the node does not report it, or does not answer. */
  readonly peers: number | null;
}

/** For one node; `close` closes the connection that was opened for it. */
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
