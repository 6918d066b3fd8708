// Finds alert messages whose due time is later than any retry (workers/pull-in.ts).
import { lateRows } from '../workers/pull-in.ts';
import { RETRY_LONGEST } from './render.ts';

const MESSAGES = {
  table: 'alert_messages',
  key: ['id'],
  update: 'update alert_messages t set due_at = $1',
};

export const lateAlertMessages = {
  alertMessages: lateRows({
    ...MESSAGES,
    where: `status = 'pending' and attempts = 0`,
    delayMax: 0,
  }),
  retriedAlertMessages: lateRows({
    ...MESSAGES,
    where: `status = 'pending' and attempts > 0`,
    delayMax: RETRY_LONGEST,
  }),
};
