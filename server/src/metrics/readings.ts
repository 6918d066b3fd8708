// The most expensive reading comes last.

import { callbacksReading } from './read-callbacks.ts';
import { chainsReading } from './read-chains.ts';
import { notificationReading } from './read-notifications.ts';
import { alertsReading, needsReading } from './read-open-alerts.ts';
import { paymentsReading } from './read-payments.ts';
import { ratesReading } from './read-rates.ts';
import { signerReading } from './read-signer.ts';
import { walletsReading } from './read-wallets.ts';
import { backupsReading, workersReading } from './read-workers.ts';
import type { Reading } from './reading.ts';

export const readings: readonly Reading[] = [
  ratesReading,
  workersReading,
  alertsReading,
  notificationReading,
  backupsReading,
  paymentsReading,
  callbacksReading,
  needsReading,
  signerReading,
  chainsReading,
  walletsReading,
];
