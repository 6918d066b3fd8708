// The flat list of a block's traces, as `trace_block` answers, as nested frames. Each trace names its place among the
// calls of its transaction: [] is the outermost, [2, 0] the first call that its third call made. Pure.
import { ChainUnavailable } from '../chain.ts';
import type { FlatTrace, Frame, HeaderAnswer } from './answers.ts';

interface OpenFrame extends Frame {
  readonly calls: OpenFrame[];
}

/** The frames from the outermost of a transaction to the one that was read last, and their places. */
interface Path {
  readonly txid: string;
  readonly frames: OpenFrame[];
  place: readonly number[];
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
  const tops = new Map<string, Frame>();
  let path: Path = { txid: '', frames: [], place: [] };
  for (const trace of traces) {
    const { blockHash, transactionHash: txid } = trace;
    if (blockHash !== hash) throw new ChainUnavailable(`${what} is of block ${blockHash}`);
    // What the block itself pays (to miners, before the merge) is in no transaction.
    if (typeof txid !== 'string') continue;
    if (txid !== path.txid) path = { txid, frames: [], place: [] };
    const frame = frameOf(trace);
    if (!follow(path, trace.traceAddress, frame))
      throw new ChainUnavailable(`${what} lacks a call`);
    if (trace.traceAddress.length === 0) tops.set(txid, frame);
  }
  return transactions.map((txid) => {
    const top = tops.get(txid);
    if (top === undefined) throw new ChainUnavailable(`${what} is of other transactions`);
    return top;
  });
}

/** Callers come right before what they call: false when the caller of a frame is not on the path. */
function follow(path: Path, place: readonly number[], frame: OpenFrame): boolean {
  const depth = place.length;
  for (let n = 0; n < depth - 1; n++) if (place[n] !== path.place[n]) return false;
  if (depth > path.frames.length) return false;
  path.frames[depth - 1]?.calls.push(frame);
  path.frames.length = depth;
  path.frames.push(frame);
  path.place = place;
  return true;
}

/** In the words of the callTracer. */
function frameOf({ type, action, error }: FlatTrace): OpenFrame {
  const isEnd = type === 'suicide' || type === 'selfdestruct';
  const kind = type === 'call' ? (action.callType ?? '') : type;
  return {
    type: isEnd ? 'SELFDESTRUCT' : kind.toUpperCase(),
    from: action.from,
    to: (isEnd ? action.refundAddress : action.to) ?? undefined,
    value: isEnd ? action.balance : action.value,
    error: error ?? undefined,
    calls: [],
  };
}
