// Callback faults on demand: integrators test their own receivers against drops and duplicates.
import type { Database } from '../db/database.ts';
import type { DeliveryFault } from '../events/deliver.ts';

export const CALLBACK_FAULTS = ['none', 'drop', 'duplicate', 'chaos'] as const;
export type CallbackFaults = (typeof CALLBACK_FAULTS)[number];

const SETTING = 'callback_faults';

export async function setCallbackFaults(db: Database, faults: CallbackFaults): Promise<void> {
  await db.query(
    `insert into instance_settings (name, value) values ($1, to_jsonb($2::text))
     on conflict (name) do update set value = excluded.value`,
    [SETTING, faults],
  );
}

export async function readCallbackFaults(db: Database): Promise<CallbackFaults> {
  const rows = await db.query<{ value: CallbackFaults }>(
    'select value from instance_settings where name = $1',
    [SETTING],
  );
  return rows[0]?.value ?? 'none';
}

/** `chaos`: every third is dropped, every third sent twice. */
export function sandboxFaults(db: Database): DeliveryFault {
  let counter = 0;
  return async () => {
    const faults = await readCallbackFaults(db);
    if (faults !== 'chaos') return faults;
    counter += 1;
    return (['none', 'drop', 'duplicate'] as const)[counter % 3] ?? 'none';
  };
}
