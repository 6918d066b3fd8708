// Statuses of withdrawals, with labels and colors.
import type { CoinWithdrawal } from '@chaintill/client';
import type { StatusTable } from '../ui/status.tsx';

export type WithdrawalStatus = CoinWithdrawal['status'];

export const withdrawalStatus: StatusTable<WithdrawalStatus> = {
  tones: {
    new: 'calm',
    pending: 'calm',
    on_hold: 'careful',
    processing: 'calm',
    sent: 'calm',
    completed: 'good',
    failed: 'bad',
    cancelled: 'quiet',
  },
  texts: 'withdrawal',
};

export const withdrawalStatuses = Object.keys(withdrawalStatus.tones) as WithdrawalStatus[];
