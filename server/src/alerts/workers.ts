// The workers for alert notifications: one decides the messages, one sends them.
import type { Worker } from '../workers/worker.ts';
import { alertsWorker } from './notify-alerts.ts';
import { alertPostWorker } from './post.ts';

export function alertWorkers(): readonly Worker[] {
  return [alertsWorker, alertPostWorker()];
}
