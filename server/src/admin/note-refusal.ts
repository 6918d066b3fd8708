// A line in the journal for what somebody was not let do: his role does not allow it, or he did not prove who he is. So
// many an hour of each, so that nobody fills the table.
import type { OperatorOperation } from '../contract/operator/operation.ts';
import { HOUR, steadyNow } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import { journaled } from '../operator/journaled.ts';
import type { OperatorApp } from '../operator/operator.ts';
import { actorOf, type Person } from './person.ts';

const OF_ONE_MAX = 60;
const NOTED: readonly string[] = ['forbidden', 'step_up_needed'];

interface Refused {
  readonly name: string;
  readonly operation: Pick<OperatorOperation, 'input' | 'output'>;
  readonly person: Person;
  /** The one that he named, if it is his. */
  readonly projectId: unknown;
}

/** Whatever `work` does; a refusal of it is noted, and thrown on. */
export async function notingRefusals<T>(
  { app, refusals }: { app: OperatorApp; refusals: Refusals },
  { name, operation, person, projectId }: Refused,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError && NOTED.includes(error.code))) throw error;
    if (!refusals.take(person.user.id)) throw error;
    const own = typeof projectId === 'string' && (await isHis(app, person, projectId));
    const requested = { name, operation, actor: actorOf(person), values: {}, input: {} };
    return journaled(app, { ...requested, ...(own && { projectId }) }, () => Promise.reject(error));
  }
}

/** Who sees everything may have named one that is not there. */
async function isHis({ db }: OperatorApp, { places, everywhere }: Person, id: string) {
  if (!isUuid(id)) return false;
  if (places.has(id.toLowerCase())) return true;
  if (everywhere.size === 0) return false;
  return (await db.query('select 1 from projects where id = $1', [id])).length > 0;
}

/** How many lines were written in this hour, of each person. */
export interface Refusals {
  /** False: he has had his share, until the hour is over. */
  take(userId: string): boolean;
}

export function countRefusals(
  now: () => number = steadyNow,
  { most = OF_ONE_MAX }: { most?: number } = {},
): Refusals {
  const counts = new Map<string, number>();
  let hour = 0;
  return {
    take(userId) {
      const current = Math.floor(now() / HOUR);
      if (current !== hour) counts.clear();
      hour = current;
      const count = (counts.get(userId) ?? 0) + 1;
      counts.set(userId, count);
      return count <= most;
    },
  };
}
