// The flat list of a block's traces, as `trace_block` answers, as nested frames. Each trace names its place among the
// calls of its transaction: [] is the outermost, [2, 0] the first call that its third call made. Pure.
import { ChainUnavailable } from '../chain.ts';
import type { FlatTrace, Frame, HeaderAnswer } from './answers.ts';

interface OpenFrame extends Frame {
  readonly calls: OpenFrame[];
}

/**
 * The outermost frame of each transaction of the block, in order. Throws ChainUnavailable, with `what` was asked,
 * when the traces are of another block, or not whole.
 */
export function framesOfTraces(
  traces: readonly FlatTrace[],
  { hash, transactions }: HeaderAnswer,
  what: string,
): readonly Frame[] {
  const frames = new Map<string, OpenFrame>();
  for (const trace of traces) {
    const { blockHash, transactionHash, traceAddress } = trace;
    if (blockHash !== hash) throw new ChainUnavailable(`${what} is of block ${blockHash}`);
    // What the block itself pays (to miners, before the merge) is in no transaction.
    if (typeof transactionHash !== 'string') continue;
    const frame = frameOf(trace);
    frames.set(placeOf(transactionHash, traceAddress), frame);
    if (traceAddress.length === 0) continue;
    // Callers come before what they call.
    const caller = frames.get(placeOf(transactionHash, traceAddress.slice(0, -1)));
    if (caller === undefined) throw new ChainUnavailable(`${what} lacks a call`);
    caller.calls.push(frame);
  }
  return transactions.map((txid) => {
    const top = frames.get(placeOf(txid, []));
    if (top === undefined) throw new ChainUnavailable(`${what} is of other transactions`);
    return top;
  });
}

function placeOf(txid: string, traceAddress: readonly number[]): string {
  return [txid, ...traceAddress].join();
}

/** In the words of the callTracer. */
function frameOf({ type, action, error }: FlatTrace): OpenFrame {
  const failed = typeof error === 'string' ? { error } : {};
  if (type === 'suicide' || type === 'selfdestruct') {
    const { refundAddress, balance } = action;
    return { type: 'SELFDESTRUCT', ...named(refundAddress, balance), ...failed, calls: [] };
  }
  const kind = type === 'call' ? action.callType : type;
  return {
    type: (kind ?? '').toUpperCase(),
    ...named(action.to, action.value),
    ...failed,
    calls: [],
  };
}

function named(to: string | null | undefined, value: string | undefined) {
  return { ...(typeof to === 'string' && { to }), ...(value !== undefined && { value }) };
}
