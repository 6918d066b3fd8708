// Results of audit-log entries, with labels and colors.
import type { StatusTable } from '../ui/status.tsx';

export const journalOutcome: StatusTable<'begun' | 'done' | 'refused' | 'failed'> = {
  tones: { begun: 'calm', done: 'good', refused: 'careful', failed: 'bad' },
  texts: 'journalOutcome',
};
