// How it goes where alarms are told, in words and colours.
import type { StatusTable } from '../ui/status.tsx';

export const destinationStatus: StatusTable<'unused' | 'well' | 'failing' | 'off'> = {
  tones: { unused: 'calm', well: 'good', failing: 'bad', off: 'quiet' },
  texts: 'destination',
};
