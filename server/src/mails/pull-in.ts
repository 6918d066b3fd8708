// Finds emails whose due time is later than any retry (workers/pull-in.ts). An email that was never tried is due
// immediately.
import { lateRows } from '../workers/late-rows.ts';
import { RETRY_LONGEST } from './outbox.ts';

const FRESH = { where: 'attempts = 0', delayMax: 0 };
const RETRIED = { where: 'attempts > 0', delayMax: RETRY_LONGEST };
const MAILS = {
  ...{ table: 'mails', key: ['project_id', 'id'] },
  update: 'update mails t set due_at = $1',
};
const PEOPLE_MAILS = {
  ...{ table: 'people_mails', key: ['id'] },
  update: 'update people_mails t set due_at = $1',
};

export const lateMails = {
  mails: lateRows({ ...MAILS, ...FRESH }),
  retriedMails: lateRows({ ...MAILS, ...RETRIED }),
  peopleMails: lateRows({ ...PEOPLE_MAILS, ...FRESH }),
  retriedPeopleMails: lateRows({ ...PEOPLE_MAILS, ...RETRIED }),
};
