// What a process tells of the course of its work, to whoever follows it (tracing/): `app.traces`. Null where nobody
// does, so that whoever tells asks first (`app.traces?.about(...)`), and nothing is made for nobody.
export interface Traces {
  /** The work at hand is about these objects of merchants: invoices, channel payments, withdrawals, exchanges,
   * deposits. */
  about(ids: readonly string[]): void;
  /** The work at hand has made these objects. */
  made(kind: MadeKind, ids: readonly string[]): void;
  /** Work that is shown with the objects that it is about; what is about none is not shown, unless it fails. */
  work<T>(facts: Step, run: () => Promise<T>): Promise<T>;
  /** A part of the work at hand: a statement, a transaction, a question to a node. */
  part<T>(facts: Step, run: () => Promise<T>): Promise<T>;
  /** A request begins, and goes on in `next`; it is shown once it is ended, whatever it is about. */
  request(began: number, next: () => void): OpenRequest;
  /** One attempt at a callback, with the headers that tell its receiver of the trace. */
  callback<T extends CallbackResult>(
    facts: SentCallback,
    send: (headers: Readonly<Record<string, string>>) => Promise<T>,
  ): Promise<T>;
}

export type MadeKind = 'invoice' | 'channel_payment' | 'withdrawal' | 'exchange';

/** Values that the program chose: names, counts, statuses. No text of a merchant or payer, no address, no secret. */
export type TraceFacts = Readonly<Record<string, string | number | boolean>>;

export interface Step {
  readonly name: string;
  /** It asks another program. */
  readonly isOutside?: boolean;
  readonly facts: TraceFacts;
}

export interface OpenRequest {
  /** `traceparent`: of who asked, where that is known for certain. */
  end(answered: Step & { readonly hasFailed: boolean; readonly traceparent: string | null }): void;
}

export interface SentCallback {
  readonly objectId: string;
  readonly facts: TraceFacts;
}

export type CallbackResult =
  | { readonly ok: true; readonly status: number }
  | { readonly ok: false; readonly reason: string };
