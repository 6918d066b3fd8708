// How money in the inbox stands, in words and colours.
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
