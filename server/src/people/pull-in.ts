// Finds people whose next notification check is later than any schedule allows (workers/pull-in.ts).
import { lateRows } from '../workers/late-rows.ts';
import { NOTICE_PAUSE } from './notices.ts';

export const lateNotices = lateRows({
  table: 'notices',
  update: 'update notices t set due_at = $1',
  key: ['user_id'],
  delayMax: NOTICE_PAUSE,
});
