// How alarms stand, in words and colours.
import type { StatusTable } from '../ui/status.tsx';

export const alarmStatus: StatusTable<'stands' | 'known' | 'cleared'> = {
  tones: { stands: 'bad', known: 'careful', cleared: 'quiet' },
  texts: 'alarm',
};
