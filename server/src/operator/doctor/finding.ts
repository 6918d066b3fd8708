// One line of what the doctor says: what was looked at, and whether it is as it should be.

export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly text: string;
  /** What to do about it; null when it is fine or the manual says it. */
  readonly hint: string | null;
}
