// Writes an audit-log entry for a denied operation: the role does not permit it, or the step-up is missing. Limited per
// person and hour, so that no one can fill the table.
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
  /** The requested project, if the person is a member. */
  readonly projectId: unknown;
}

/** Runs `work`. A denial is logged and rethrown. */
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

/** A person with instance-wide access may have named a project that does not exist. */
async function isHis({ db }: OperatorApp, { places, everywhere }: Person, id: string) {
  if (!isUuid(id)) return false;
  if (places.has(id.toLowerCase())) return true;
  if (everywhere.size === 0) return false;
  return (await db.query('select 1 from projects where id = $1', [id])).length > 0;
}

export interface Refusals {
  /** False: the limit is reached until the hour ends. */
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
