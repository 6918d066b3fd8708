// The workers that tell alarms: one decides what is said, one hands it over.
import type { Worker } from '../workers/worker.ts';
import { alarmsWorker } from './notify-alarms.ts';
import { alarmPostWorker } from './post.ts';

export function alarmWorkers(): readonly Worker[] {
  return [alarmsWorker, alarmPostWorker()];
}
