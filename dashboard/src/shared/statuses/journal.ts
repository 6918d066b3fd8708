// How what somebody did ended, in words and colours.
import type { StatusTable } from '../ui/status.tsx';

export const journalOutcome: StatusTable<'begun' | 'done' | 'refused' | 'failed'> = {
  tones: { begun: 'calm', done: 'good', refused: 'careful', failed: 'bad' },
  texts: 'journalOutcome',
};
