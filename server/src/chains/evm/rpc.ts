// The JSON-RPC client of one Ethereum node (geth, Nethermind, Reth, Erigon, Besu, anvil).
import type { ConnectionOptions } from '../rpc/connection.ts';
import { type JsonRpc, jsonRpc } from '../rpc/json-rpc.ts';

export type EvmRpc = JsonRpc;

/** "Limit exceeded" (EIP-1474): the node is rate limiting us. */
const LIMIT_EXCEEDED = -32005;

/** Opens no connection yet. Throws when the address is not a URL. */
export function evmRpc(options: ConnectionOptions): EvmRpc {
  return jsonRpc(options, { version: '2.0', notNow: LIMIT_EXCEEDED });
}
