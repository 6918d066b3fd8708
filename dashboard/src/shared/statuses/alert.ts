// Statuses of alerts, with labels and colors.
import type { StatusTable } from '../ui/status.tsx';

export const alertStatus: StatusTable<'stands' | 'known' | 'cleared'> = {
  tones: { stands: 'bad', known: 'careful', cleared: 'quiet' },
  texts: 'alarm',
};
