// Statuses of subscriptions, with labels and colors.
import type { Subscription } from '@chaintill/client';
import type { StatusTable } from '../ui/status.tsx';

export const subscriptionStatus: StatusTable<Subscription['status']> = {
  tones: { active: 'good', cancelled: 'quiet' },
  texts: 'subscription',
};
