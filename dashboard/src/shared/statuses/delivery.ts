// How deliveries of callbacks stand, in words and colours.
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

export const deliveryStatus: StatusTable<'pending' | 'delivered' | 'failed'> = {
  tones: { pending: 'calm', delivered: 'good', failed: 'bad' },
  words: defineMessages(
    { pending: 'on its way', delivered: 'delivered', failed: 'given up' },
    {
      de: { pending: 'unterwegs', delivered: 'zugestellt', failed: 'aufgegeben' },
      fr: { pending: 'en cours', delivered: 'remise', failed: 'abandonnée' },
      es: { pending: 'en curso', delivered: 'entregada', failed: 'abandonada' },
    },
  ),
};

export const isDeliveryStatus = (text: string): text is keyof typeof deliveryStatus.tones =>
  text in deliveryStatus.tones;
