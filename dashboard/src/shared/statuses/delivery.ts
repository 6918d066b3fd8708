// Statuses of callback deliveries, with labels and colors.
import type { StatusTable } from '../ui/status.tsx';

export const deliveryStatus: StatusTable<'pending' | 'delivered' | 'failed'> = {
  tones: { pending: 'calm', delivered: 'good', failed: 'bad' },
  texts: 'delivery',
};

export const isDeliveryStatus = (text: string): text is keyof typeof deliveryStatus.tones =>
  text in deliveryStatus.tones;
