// Idempotency-Key on the command line: operations that move money are executed once per key, even if an interrupted
// command is repeated. The result is stored encrypted for 24 hours and replayed.
import type { App } from '../app.ts';
import type { OperatorName } from '../contract/operator/operations.ts';
import { MINUTE } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { answerOnce, vaultOf } from '../http/idempotency.ts';
import type { Values } from '../operator/perform.ts';

/** These keys belong to the machine, whatever the user's name. */
const MACHINE = '00000000-0000-0000-0000-000000000000';

interface Request {
  readonly name: OperatorName;
  readonly values: Values;
  readonly key: string;
}

interface Kept<T> {
  readonly data?: T;
  readonly error?: Pick<AppError, 'code' | 'message' | 'details'>;
}

/** The result of the work, or of its first run. Errors: those of the work; 409 and 422 for the key. */
export async function requestOnce<T>(
  app: App,
  { name, values, key }: Request,
  work: (objectId: string) => Promise<T>,
): Promise<T> {
  const objectId = newId(app.clock, app.random);
  const body = Buffer.from(JSON.stringify(values));
  const keyed = { owner: MACHINE, key, method: 'CLI', target: name, body, objectId, lasts: MINUTE };
  const { status, body: kept } = await answerOnce(app, keyed, {
    apiVersion: 2,
    run: async (id) => answerOf(200, { data: await work(id) }),
    fail: (error) => {
      // It is not known whether it was rejected, so it is rethrown unchanged, and a retry takes over the key.
      if (!(error instanceof AppError)) throw error;
      const { code, message, details } = error;
      return answerOf(error.status, { error: { code, message, details } });
    },
    vault: vaultOf(app, `answer to the machine ${key}`),
  });
  const { data, error } = JSON.parse(kept) as Kept<T>;
  if (error !== undefined) throw new AppError({ ...error, status });
  return data as T;
}

function answerOf(status: number, kept: Kept<unknown>) {
  return { status, body: JSON.stringify(kept), retryAfterSeconds: null };
}
