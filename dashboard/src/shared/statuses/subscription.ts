// How subscriptions stand, in words and colours.
import type { Subscription } from '@chaintill/client';
import type { StatusTable } from '../ui/status.tsx';

export const subscriptionStatus: StatusTable<Subscription['status']> = {
  tones: { active: 'good', cancelled: 'quiet' },
  texts: 'subscription',
};
