// Why a place refuses a database: it belongs to another history of that database.
import { BackupError } from '../errors.ts';

export type RefusalReason = 'claimed' | 'unclaimed_histories' | 'other_log' | 'unknown_backup';

export interface Refusal {
  /** Address of the place. */
  readonly place: string;
  readonly reason: RefusalReason;
  /** The history that owns the place; null: unclaimed. */
  readonly owner: string | null;
}

export class PlaceRefusal extends BackupError {
  readonly refusal: Refusal;
  constructor(refusal: Refusal, what: string) {
    super(
      `${what}. Nothing was stored. Use another location, or stop the other instance permanently and take this one over: ` +
        `chaintill backup take-over --to ${refusal.place}`,
    );
    this.refusal = refusal;
  }
}
