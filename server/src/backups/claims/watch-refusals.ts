// Opens an alert when a place belongs to another history. It is resolved when this database stores there again or stops
// trying.
import type { App } from '../../app.ts';
import { raiseAlert, resolveOpen } from '../../ledger/alerts.ts';
import { readRefusals } from './note-refusal.ts';

const KIND = 'backup_destination_claimed';

export async function watchRefusals(app: App): Promise<void> {
  const refusals = await readRefusals(app.db);
  for (const { place, reason, owner } of refusals)
    await app.db.transaction((tx) =>
      raiseAlert(tx, {
        kind: 'backup_destination_claimed',
        subject: place,
        facts: { reason, history: owner },
      }),
    );
  const open = await app.db.query<{ place: string }>(
    `select facts ->> 'subject' as place from alerts where kind = $1 and resolved_at is null`,
    [KIND],
  );
  const refused = new Set(refusals.map(({ place }) => place));
  const subjects = open.map(({ place }) => place).filter((place) => !refused.has(place));
  await resolveOpen(app, { kind: KIND, subjects });
}
