// One line of `chaintill doctor`.

export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly text: string;
  /** What to do about it; null when it is fine or the manual says it. */
  readonly hint: string | null;
}
