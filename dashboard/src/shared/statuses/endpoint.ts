// How endpoints of callbacks, and channels, stand, in words and colours.
import type { StatusTable } from '../ui/status.tsx';

export const endpointStatus: StatusTable<'enabled' | 'disabled'> = {
  tones: { enabled: 'good', disabled: 'quiet' },
  texts: 'endpoint',
};
