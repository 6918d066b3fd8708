// Recurring work and the rows that wait for workers, over all processes, as `chaintill workers list` shows it.
import { SECOND, wallNow } from '../core/clock.ts';
import { listWorkers } from '../operator/workers.ts';
import { epochSeconds, reading, type Sample, secondsSince } from './reading.ts';

export const workersReading = reading({
  name: 'workers',
  everyMilliseconds: 10 * SECOND,
  gauges: {
    chaintill_task_last_end_timestamp_seconds: {
      help: 'Time of the last run of a job, in any process',
      labels: ['task'],
    },
    chaintill_task_overdue_seconds: {
      help: 'Time since a job was due without a process running it; 0 while it runs',
      labels: ['task'],
    },
    chaintill_task_failures: {
      help: 'Failures of a job since its last success',
      labels: ['task'],
    },
    chaintill_queue_due_rows: {
      help: 'Due rows, counted up to 1,000',
      labels: ['queue'],
    },
    chaintill_queue_oldest_due_seconds: {
      help: 'Age of the oldest due row',
      labels: ['queue'],
    },
  },
  async read(app) {
    const { recurring, queues } = await listWorkers(app);
    const now = wallNow();
    const ended = recurring.flatMap(({ name, ended_at }): Sample[] =>
      ended_at === null ? [] : [{ labels: { task: name }, value: epochSeconds(ended_at) }],
    );
    return {
      chaintill_task_last_end_timestamp_seconds: ended,
      chaintill_task_overdue_seconds: recurring.map(({ name, due_at, running }) => ({
        labels: { task: name },
        value: running ? 0 : secondsSince(due_at, now),
      })),
      chaintill_task_failures: recurring.map(({ name, failures }) => ({
        labels: { task: name },
        value: failures,
      })),
      chaintill_queue_due_rows: queues.map(({ name, due }) => ({
        labels: { queue: nameOf(name) },
        value: due,
      })),
      chaintill_queue_oldest_due_seconds: queues.map(({ name, oldest_due_at }) => ({
        labels: { queue: nameOf(name) },
        value: secondsSince(oldest_due_at, app.clock.now()),
      })),
    };
  },
});

const nameOf = (queue: string) => queue.replaceAll(' ', '_');
