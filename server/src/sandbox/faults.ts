// Sandbox faults on demand: integrators test their receivers against dropped and duplicate callbacks.
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { readSetting, storeSetting } from '../db/settings.ts';
import type { DeliveryFault } from '../events/deliver.ts';
import { RATES_CHANGED } from '../rates/refresh.ts';
import { notifyWorker } from '../workers/worker.ts';

const RATES_SETTING = 'sandbox_rates_down';

export async function loadRatesDown({ db, rates }: App): Promise<void> {
  rates.isDown = (await readSetting<boolean>(db, RATES_SETTING)) ?? false;
}

/** Applies to all processes. */
export async function setRatesDown({ db, rates }: App, isDown: boolean): Promise<void> {
  await storeSetting(db, RATES_SETTING, isDown);
  rates.isDown = isDown;
  await notifyWorker(db, RATES_CHANGED);
}

export const CALLBACK_FAULTS = ['none', 'drop', 'duplicate', 'chaos'] as const;
export type CallbackFaults = (typeof CALLBACK_FAULTS)[number];

const SETTING = 'callback_faults';

export async function setCallbackFaults(db: Database, faults: CallbackFaults): Promise<void> {
  await storeSetting(db, SETTING, faults);
}

export async function readCallbackFaults(db: Database): Promise<CallbackFaults> {
  return (await readSetting<CallbackFaults>(db, SETTING)) ?? 'none';
}

/** `chaos`: every third callback is dropped, and every third is sent twice. */
export function sandboxFaults(db: Database): DeliveryFault {
  let counter = 0;
  return async () => {
    const faults = await readCallbackFaults(db);
    return () => {
      if (faults !== 'chaos') return faults;
      counter += 1;
      return (['none', 'drop', 'duplicate'] as const)[counter % 3] ?? 'none';
    };
  };
}
