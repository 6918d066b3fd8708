// Statuses of alert destinations, with labels and colors.
import type { StatusTable } from '../ui/status.tsx';

export const destinationStatus: StatusTable<'unused' | 'well' | 'failing' | 'off'> = {
  tones: { unused: 'calm', well: 'good', failing: 'bad', off: 'quiet' },
  texts: 'destination',
};
