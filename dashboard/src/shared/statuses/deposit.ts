// Statuses of deposits in the inbox, with labels and colors.
import type { CoinDeposit } from '@chaintill/client';
import type { StatusTable } from '../ui/status.tsx';

export const depositStatus: StatusTable<CoinDeposit['status']> = {
  tones: {
    pending: 'calm',
    on_hold: 'careful',
    completed: 'good',
    refunded: 'quiet',
    attached: 'good',
  },
  texts: 'deposit',
};
