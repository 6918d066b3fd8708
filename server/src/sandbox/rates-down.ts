// Makes rates unavailable on demand, so that integrators can test how they handle 503 `rates_unavailable`.
import type { App } from '../app.ts';
import { readSetting, storeSetting } from '../db/settings.ts';
import { RATES_CHANGED } from '../rates/refresh.ts';
import { notifyWorker } from '../workers/worker.ts';

const SETTING = 'sandbox_rates_down';

/** Loads the setting that any process stored last. */
export async function loadRatesDown({ db, rates }: App): Promise<void> {
  rates.isDown = (await readSetting<boolean>(db, SETTING)) ?? false;
}

/** Applies to all processes. */
export async function setRatesDown({ db, rates }: App, isDown: boolean): Promise<void> {
  await storeSetting(db, SETTING, isDown);
  rates.isDown = isDown;
  await notifyWorker(db, RATES_CHANGED);
}
