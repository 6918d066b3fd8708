// What a process tells of its own work as it happens, to whoever measures it (metrics/). Told on the way of every
// request: no more than a few increments, and nothing where nobody measures.
export interface Measures {
  /** `milliseconds`: null for what stays open, as a stream. */
  answered(request: { operation: string; status: number; milliseconds: number | null }): void;
  /** One transaction for what had queued up. */
  wrote(batch: { batch: string; items: number; milliseconds: number; ok: boolean }): void;
  /** One turn of a worker's loop, in which it found so many rows to move. */
  worked(turn: { worker: string; rows: number; milliseconds: number }): void;
  failed(worker: string): void;
  /** A question to the node of a coin. */
  requested(question: { coin: string; milliseconds: number; ok: boolean }): void;
  /** So many blocks left the best chain. */
  reorganised(chain: { coin: string; blocks: number }): void;
  /** `outcome`: the class of what the receiver answered, or why there was no answer. */
  calledBack(callback: { outcome: string; milliseconds: number }): void;
}

const nothing = () => undefined;

export const NO_MEASURES: Measures = {
  answered: nothing,
  wrote: nothing,
  worked: nothing,
  failed: nothing,
  requested: nothing,
  reorganised: nothing,
  calledBack: nothing,
};
