// What the calls inside a block's transactions moved, by the node's own tracing: geth's callTracer, or, on nodes
// that offer it instead, the `trace` module of OpenEthereum (Erigon, Nethermind, Reth, Besu). Both are read into
// the same frames, so that a payment is the same whichever way it was seen.
import { known } from '../../core/assert.ts';
import { ChainUnavailable } from '../chain.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { type Frame, type HeaderAnswer, shapes } from './answers.ts';
import { framesOfTraces } from './frames-of-traces.ts';
import type { EvmRpc } from './rpc.ts';

export type Traced =
  /** The outermost frame of each transaction of the block, in order. */
  | { readonly frames: readonly Frame[]; readonly method: string }
  /** No way worked: what the node said to each. */
  | { readonly refusals: readonly string[] };

export type ReadTraces = (header: HeaderAnswer) => Promise<Traced>;

interface Way {
  call(header: HeaderAnswer): RpcCall;
  /** `what` was asked, for messages. Throws ChainUnavailable unless it is of exactly that block. */
  framesIn(result: unknown, header: HeaderAnswer, what: string): readonly Frame[];
}

const WAYS: readonly [Way, Way] = [
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
    // It takes numbers alone; each trace names its block.
    call: ({ number }) => ({ method: 'trace_block', params: [number] }),
    framesIn: (result, header, what) =>
      framesOfTraces(shaped(shapes.flatTraces, result, what), header, what),
  },
];

/** The way that worked last is tried first. Throws ChainUnavailable. */
export function traceReader(rpc: EvmRpc): ReadTraces {
  let ways = WAYS;
  return async (header) => {
    const refusals: string[] = [];
    for (const way of ways) {
      const call = way.call(header);
      const [asked] = await rpc.ask([call]);
      const answer = known(asked, 'one answer for one call');
      if (!answer.ok) {
        refusals.push(`${call.method}: ${answer.message}`);
        continue;
      }
      if (way !== ways[0]) ways = [ways[1], ways[0]];
      const what = `trace of block ${header.hash} at ${rpc.node}`;
      return { frames: way.framesIn(answer.result, header, what), method: call.method };
    }
    return { refusals };
  };
}
