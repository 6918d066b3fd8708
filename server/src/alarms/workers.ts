// The workers for alert notifications: one decides the messages, one sends them.
import type { Worker } from '../workers/worker.ts';
import { alarmsWorker } from './notify-alarms.ts';
import { alarmPostWorker } from './post.ts';

export function alarmWorkers(): readonly Worker[] {
  return [alarmsWorker, alarmPostWorker()];
}
