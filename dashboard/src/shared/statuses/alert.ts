// Statuses of alerts, with labels and colors.
import type { StatusTable } from '../ui/status.tsx';

export const alertStatus: StatusTable<'open' | 'acknowledged' | 'resolved'> = {
  tones: { open: 'bad', acknowledged: 'careful', resolved: 'quiet' },
  texts: 'alert',
};
