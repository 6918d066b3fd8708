// Statuses of networks, rates and recurring jobs, with labels and colors.
import type { StatusTable } from '../ui/status.tsx';

export type NetworkStatus = 'read' | 'behind' | 'old' | 'silent' | 'not_yet';

export const networkStatus: StatusTable<NetworkStatus> = {
  tones: { read: 'good', behind: 'careful', old: 'bad', silent: 'bad', not_yet: 'quiet' },
  texts: 'network',
};

export const rateStatus: StatusTable<'in_force' | 'stale' | 'jumped' | 'missing'> = {
  tones: { in_force: 'good', stale: 'bad', jumped: 'careful', missing: 'bad' },
  texts: 'rate',
};

export const workStatus: StatusTable<'runs' | 'rests' | 'fails'> = {
  tones: { runs: 'calm', rests: 'good', fails: 'bad' },
  texts: 'work',
};

export const signerStatus: StatusTable<'signs' | 'away' | 'none'> = {
  tones: { signs: 'good', away: 'bad', none: 'quiet' },
  texts: 'signer',
};
