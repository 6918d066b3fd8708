// The tracing interface, `app.traces` (implemented in tracing/). Null when tracing is off: callers use
// `app.traces?.about(...)`, so that no trace data is built in that case.
export interface Traces {
  /** The current work concerns these merchant objects: invoices, channel payments, withdrawals, exchanges, deposits. */
  about(ids: readonly string[]): void;
  /** The current work created these objects. */
  made(kind: MadeKind, ids: readonly string[]): void;
  /**
   * A unit of work, exported together with the objects that it concerns. Work without objects is not exported unless it
   * fails.
   */
  work<T>(facts: Step, run: () => Promise<T>): Promise<T>;
  /** A part of the current work: a statement, a transaction, a request to a node. */
  part<T>(facts: Step, run: () => Promise<T>): Promise<T>;
  /** Starts a request, which continues in `next`. It is exported when it ends, whatever it concerns. */
  request(began: number, next: () => void): OpenRequest;
  /** One attempt at a callback, with the trace headers for its receiver. */
  callback<T extends CallbackResult>(
    facts: SentCallback,
    send: (headers: Readonly<Record<string, string>>) => Promise<T>,
  ): Promise<T>;
}

export type MadeKind = 'invoice' | 'channel_payment' | 'withdrawal' | 'exchange';

/** Values chosen by the program: names, counts, statuses. No merchant or payer text, no address, no secret. */
export type TraceFacts = Readonly<Record<string, string | number | boolean>>;

export interface Step {
  readonly name: string;
  /** Whether it calls another program. */
  readonly isOutside?: boolean;
  readonly facts: TraceFacts;
}

export interface OpenRequest {
  /** The caller's `traceparent`, if the caller is authenticated. */
  end(answered: Step & { readonly hasFailed: boolean; readonly traceparent: string | null }): void;
}

export interface SentCallback {
  readonly objectId: string;
  readonly facts: TraceFacts;
}

export type CallbackResult =
  | { readonly ok: true; readonly status: number }
  | { readonly ok: false; readonly reason: string };
