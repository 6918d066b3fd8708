// Rates that are not to be had, on demand: integrators test what they do when the answer is 503 `rates_unavailable`.
import type { App } from '../app.ts';
import { RATES_CHANGED } from '../rates/refresh.ts';
import { notifyWorker } from '../workers/worker.ts';

const SETTING = 'sandbox_rates_down';

/** Reads what was chosen last, in whichever process. */
export async function loadRatesDown({ db, rates }: App): Promise<void> {
  const rows = await db.query<{ value: boolean }>(
    'select value from instance_settings where name = $1',
    [SETTING],
  );
  rates.isDown = rows[0]?.value ?? false;
}

/** For all processes. */
export async function setRatesDown({ db, rates }: App, isDown: boolean): Promise<void> {
  await db.query(
    `insert into instance_settings (name, value) values ($1, to_jsonb($2::boolean))
     on conflict (name) do update set value = excluded.value`,
    [SETTING, isDown],
  );
  rates.isDown = isDown;
  await notifyWorker(db, RATES_CHANGED);
}
