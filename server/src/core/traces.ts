// Implemented in tracing/. `app.traces` is null when tracing is off, so `app.traces?.about(...)` then builds no trace
// data.
export interface Traces {
  /** Links the current work to invoices, channel payments, withdrawals, exchanges or deposits. */
  about(ids: readonly string[]): void;
  /** Links the current work to objects that it created. */
  made(kind: MadeKind, ids: readonly string[]): void;
  /** A unit of work. Exported only if it is linked to objects or fails. */
  work<T>(facts: Step, run: () => Promise<T>): Promise<T>;
  /** A part of the current work: a statement, a transaction, a request to a node. */
  part<T>(facts: Step, run: () => Promise<T>): Promise<T>;
  /** Starts a request, which continues in `next`. Every request is exported when it ends. */
  request(began: number, next: () => void): OpenRequest;
  /** One attempt at a callback. `send` receives the trace headers for the receiver. */
  callback<T extends CallbackResult>(
    facts: SentCallback,
    send: (headers: Readonly<Record<string, string>>) => Promise<T>,
  ): Promise<T>;
}

export type MadeKind = 'invoice' | 'channel_payment' | 'withdrawal' | 'exchange';

/** Values chosen by the program, such as names, counts and statuses: no merchant or payer text, address or secret. */
export type TraceFacts = Readonly<Record<string, string | number | boolean>>;

export interface Step {
  readonly name: string;
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
