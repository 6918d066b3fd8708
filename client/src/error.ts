// The only error of the client: error responses of the server, and connection failures.

export interface ErrorDetail {
  readonly code: string;
  readonly target: string;
  readonly message: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface ErrorFacts {
  readonly status: number | null;
  readonly code: string;
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
  readonly requestId?: string | null;
  readonly retryAfterSeconds?: number | null;
  readonly cause?: unknown;
}

export class ChaintillError extends Error {
  override readonly name = 'ChaintillError';
  /** HTTP status. Null when there was no response. */
  readonly status: number | null;
  /**
   * The server's code (`invalid`, `not_found`, `duplicate_custom_id`, ...), or the client's: `timeout`, `aborted`,
   * `connection_failed`, and `unreadable_answer` when the response is not the API's.
   */
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  /** Include this ID when you contact the operator about a failure. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(facts: ErrorFacts) {
    super(facts.message, { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
    this.details = facts.details ?? [];
    this.requestId = facts.requestId ?? null;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
  }
}
