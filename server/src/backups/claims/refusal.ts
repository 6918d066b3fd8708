// Why a place does not take what a database wants to store: another history of that database is there.
import { BackupError } from '../errors.ts';

export type RefusalReason = 'claimed' | 'unclaimed_histories' | 'other_log' | 'unknown_backup';

export interface Refusal {
  /** Of the place. */
  readonly place: string;
  readonly reason: RefusalReason;
  /** The history that the place belongs to; null: none has claimed it. */
  readonly owner: string | null;
}

export class PlaceRefusal extends BackupError {
  readonly refusal: Refusal;
  constructor(refusal: Refusal, what: string) {
    super(
      `${what}. Nothing was stored. Name another place, or stop the other instance for good and take this place over: ` +
        `chaintill backup take-over --to ${refusal.place}`,
    );
    this.refusal = refusal;
  }
}
