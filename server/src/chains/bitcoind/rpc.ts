// The JSON-RPC client of one Bitcoin Core style node (bitcoind, litecoind, BCHN), and its error codes.
import type { ConnectionOptions } from '../rpc/connection.ts';
import { type JsonRpc, jsonRpc } from '../rpc/json-rpc.ts';

/**
 * A `value`, `feerate` or `result` member that is a number. The pattern cannot match inside a string: there the closing
 * quote of the name would be written `\"`, and a backslash does not fit between `value` and `"`.
 */
const NUMERIC_VALUE = /"(value|feerate|result)"\s*:\s*(-?\d[\d.eE+-]*)/g;

export type BitcoindRpc = JsonRpc;

/** RPC_INVALID_ADDRESS_OR_KEY: no such transaction or block (Bitcoin Core rpc/protocol.h). */
export const NOT_FOUND = -5;
/** RPC_MISC_ERROR: wrong number or type of parameters, among others. */
export const UNKNOWN_FORM = -1;
/** RPC_INVALID_PARAMETER: for getblockhash, a height above the tip. */
export const OUT_OF_RANGE = -8;

/** Opens no connection yet. Throws when the address is not a URL. */
export function bitcoindRpc(options: ConnectionOptions): BitcoindRpc {
  return jsonRpc(options, { version: '1.0', read: parseAnswer });
}

/** The response with each of these numbers as the text the node wrote. Throws SyntaxError on anything but JSON. */
export function parseAnswer(text: string): unknown {
  return JSON.parse(text.replace(NUMERIC_VALUE, '"$1":"$2"'));
}
