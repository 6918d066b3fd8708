// Statuses of channel payments, with labels and colors.
import type { ChannelPayment } from '@chaintill/client';
import type { StatusTable } from '../ui/status.tsx';

export const channelPaymentStatus: StatusTable<ChannelPayment['status']> = {
  tones: {
    ...({ pending: 'calm', on_hold: 'careful', completed: 'good' } as const),
    ...({ refunded: 'quiet', cancelled: 'quiet' } as const),
  },
  texts: 'channelPayment',
};

export const paymentStatuses = Object.keys(
  channelPaymentStatus.tones,
) as ChannelPayment['status'][];
