// The amounts moved by calls inside a block's transactions, from the node's tracing: geth's callTracer or
// OpenEthereum's `trace` module (Erigon, Nethermind, Reth, Besu). Both are parsed into the same frames, so that a
// payment does not depend on the method.
import { defined } from '../../core/assert.ts';
import { ChainUnavailable } from '../chain.ts';
import { type RpcCall, shaped } from '../rpc/json-rpc.ts';
import { type EvmRpc, type FlatTrace, type Frame, type HeaderAnswer, shapes } from './rpc.ts';

export type Traced =
  | { readonly frames: readonly Frame[]; readonly method: string }
  /** The node's error for each method. */
  | { readonly refusals: readonly string[] };

export type ReadTraces = (header: HeaderAnswer) => Promise<Traced>;

interface TraceMethod {
  call(header: HeaderAnswer): RpcCall;
  /** Throws ChainUnavailable unless the traces are of exactly that block. `what` names the request in messages. */
  framesIn(result: unknown, header: HeaderAnswer, what: string): readonly Frame[];
}

const TRACE_METHODS: readonly [TraceMethod, TraceMethod] = [
  {
    call: ({ hash }) => ({
      method: 'debug_traceBlockByHash',
      params: [hash, { tracer: 'callTracer' }],
    }),
    framesIn(result, { transactions }, what) {
      const traces = shaped(shapes.traces, result, what);
      const isWhole =
        traces.length === transactions.length &&
        traces.every(({ txHash }, n) => txHash === undefined || txHash === transactions[n]);
      if (!isWhole) throw new ChainUnavailable(`${what} is of other transactions`);
      return traces.map((trace) => trace.result);
    },
  },
  {
    // trace_block takes only numbers; each trace names its block.
    call: ({ number }) => ({ method: 'trace_block', params: [number] }),
    framesIn: (result, header, what) =>
      framesOfTraces(shaped(shapes.flatTraces, result, what), header, what),
  },
];

interface OpenFrame extends Frame {
  readonly calls: OpenFrame[];
}

interface Path {
  readonly txid: string;
  readonly frames: OpenFrame[];
  place: readonly number[];
}

/** Tries the method that worked last first. Throws ChainUnavailable. */
export function traceReader(rpc: EvmRpc): ReadTraces {
  let methods = TRACE_METHODS;
  return async (header) => {
    const refusals: string[] = [];
    for (const method of methods) {
      const call = method.call(header);
      const [requested] = await rpc.request([call]);
      const answer = defined(requested, 'one answer for one call');
      if (!answer.ok) {
        refusals.push(`${call.method}: ${answer.message}`);
        continue;
      }
      if (method !== methods[0]) methods = [methods[1], methods[0]];
      const what = `trace of block ${header.hash} at ${rpc.node}`;
      return { frames: method.framesIn(answer.result, header, what), method: call.method };
    }
    return { refusals };
  };
}

/**
 * Converts the flat list from `trace_block` to nested frames. Each trace has a position: [] is the outermost, [2, 0]
 * the first call that its third call made. Throws ChainUnavailable when the traces are incomplete or of another block.
 */
function framesOfTraces(
  traces: readonly FlatTrace[],
  { hash, transactions }: HeaderAnswer,
  what: string,
): readonly Frame[] {
  const tops = new Map<string, Frame>();
  let path: Path = { txid: '', frames: [], place: [] };
  for (const trace of traces) {
    const { blockHash, transactionHash: txid } = trace;
    if (blockHash !== hash) throw new ChainUnavailable(`${what} is of block ${blockHash}`);
    // Rewards that the block itself pays (to miners, before the merge) belong to no transaction.
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

/** Returns false when the caller of a frame is not on the path: callers come immediately before their nested calls. */
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
