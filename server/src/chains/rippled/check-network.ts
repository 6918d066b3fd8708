// Refuses a node of another network than configured, before any address or ledger is trusted: by its network_id,
// and a node without one (a standalone rippled, which the network never confirms) by that.
import type { Network } from '../../coins/coin.ts';
import { WrongNetwork } from '../chain.ts';
import { shapes } from './answers.ts';
import type { RippledRpc } from './rpc.ts';

/** xrpl.org, "Parallel Networks": Mainnet, Testnet, Devnet. */
const NETWORK_IDS: Readonly<Record<number, { name: string; network: Network }>> = {
  0: { name: 'Mainnet', network: 'main' },
  1: { name: 'Testnet', network: 'test' },
  2: { name: 'Devnet', network: 'test' },
};
/** Above it every transaction must name its network (xrpl.org, "NetworkID Field"), which we do not write. */
const PLAIN_NETWORK_MAX = 1024;

/** Throws WrongNetwork with what was expected and found; ChainUnavailable when the node does not answer. */
export async function checkNetwork(rpc: RippledRpc, network: Network): Promise<void> {
  const { state } = await rpc.call('server_state', shapes.serverState);
  const refuse = (found: string) =>
    new WrongNetwork(
      `expected a node of XRP ${network}; the node at ${rpc.node} (rippled ${state.build_version}) ${found}`,
    );
  const id = state.network_id;
  if (id === undefined) {
    // Alone it needs nobody's validations (xrpl.org, "rippled Server Modes", stand-alone mode).
    if (state.validation_quorum > 0) {
      throw refuse('does not say its network: set [network_id] in its rippled.cfg');
    }
    if (network !== 'regtest') throw refuse('runs alone, in stand-alone mode');
    return;
  }
  const found = NETWORK_IDS[id] ?? { name: `network ${id}`, network: 'regtest' };
  if (found.network !== network) throw refuse(`serves ${found.name} (network_id ${id})`);
  if (id > PLAIN_NETWORK_MAX) {
    throw refuse(`serves network ${id}: only numbers up to ${PLAIN_NETWORK_MAX} can be sent to`);
  }
}
