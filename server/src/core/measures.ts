// Implemented in metrics/. Every request takes these measurements, so each costs a few increments at most, and
// nothing when metrics are off.
export interface Measures {
  /** `milliseconds`: null for responses that stay open, such as streams. */
  answered(request: { operation: string; status: number; milliseconds: number | null }): void;
  /** One transaction that wrote all queued items. */
  wrote(batch: { batch: string; items: number; milliseconds: number; ok: boolean }): void;
  /** One iteration of a worker's loop; `rows` is the number of rows to process. */
  worked(run: { worker: string; rows: number; milliseconds: number }): void;
  failed(worker: string): void;
  requested(question: { coin: string; milliseconds: number; ok: boolean }): void;
  /** `blocks`: the number of blocks that left the best chain. */
  reorganised(chain: { coin: string; blocks: number }): void;
  /** `outcome`: the status class of the receiver's response, or the reason why there was none. */
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
