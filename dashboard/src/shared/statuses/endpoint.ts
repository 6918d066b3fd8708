// Statuses of callback endpoints and of channels, with labels and colors.
import type { StatusTable } from '../ui/status.tsx';

export const endpointStatus: StatusTable<'enabled' | 'disabled'> = {
  tones: { enabled: 'good', disabled: 'quiet' },
  texts: 'endpoint',
};
