// Statuses of API keys, with labels and colors.
import type { StatusTable } from '../ui/status.tsx';

export const keyStatus: StatusTable<'in_force' | 'revoked'> = {
  tones: { in_force: 'good', revoked: 'quiet' },
  texts: 'key',
};
