// Recurring work and the rows that wait for workers, in all processes, as in `chaintill workers list`.
import { SECOND, wallNow } from '../core/clock.ts';
import { listWorkers } from '../operator/workers.ts';
import { epochSeconds, reading, samplesOf, secondsSince } from './reading.ts';

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
    const ofTasks = samplesOf(recurring, ({ name: task }) => ({ task }));
    const ofQueues = samplesOf(queues, ({ name }) => ({ queue: name.replaceAll(' ', '_') }));
    return {
      chaintill_task_last_end_timestamp_seconds: ofTasks(({ ended_at }) =>
        ended_at === null ? null : epochSeconds(ended_at),
      ),
      chaintill_task_overdue_seconds: ofTasks(({ due_at, running }) =>
        running ? 0 : secondsSince(due_at, now),
      ),
      chaintill_task_failures: ofTasks(({ failures }) => failures),
      chaintill_queue_due_rows: ofQueues(({ due }) => due),
      chaintill_queue_oldest_due_seconds: ofQueues(({ oldest_due_at }) =>
        secondsSince(oldest_due_at, app.clock.now()),
      ),
    };
  },
});
