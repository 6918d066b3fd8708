// Captured requests: a signature on a request that moves money is accepted once (wire.md 1.2). Used
// signatures are kept for twice the skew of `Date`, after which the date itself refuses them.
import type { App } from '../app.ts';
import { wallNow } from '../core/clock.ts';
import { conflict } from '../core/errors.ts';

export async function useSignature(app: App, projectId: string, signature: string): Promise<void> {
  const rows = await app.db.query(
    `insert into used_signatures (project_id, signature, used_at) values ($1, $2, $3)
     on conflict do nothing returning 1`,
    [projectId, signature, new Date(wallNow())],
  );
  if (rows.length === 0) throw conflict('request_replayed');
}
