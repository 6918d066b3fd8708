// How payments to channels stand, in words and colours.
import type { ChannelPayment } from '@chaintill/client';
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

export const channelPaymentStatus: StatusTable<ChannelPayment['status']> = {
  tones: {
    ...({ pending: 'calm', on_hold: 'careful', completed: 'good' } as const),
    ...({ refunded: 'quiet', cancelled: 'quiet' } as const),
  },
  words: defineMessages(
    {
      ...{ pending: 'on its way', on_hold: 'on hold', completed: 'credited' },
      ...{ refunded: 'sent back', cancelled: 'cancelled' },
    },
    {
      de: {
        ...{ pending: 'unterwegs', on_hold: 'angehalten', completed: 'gutgeschrieben' },
        ...{ refunded: 'zurückgesendet', cancelled: 'abgebrochen' },
      },
      fr: {
        ...{ pending: 'en cours', on_hold: 'retenu', completed: 'crédité' },
        ...{ refunded: 'renvoyé', cancelled: 'annulé' },
      },
      es: {
        ...{ pending: 'en curso', on_hold: 'retenido', completed: 'abonado' },
        ...{ refunded: 'devuelto', cancelled: 'cancelado' },
      },
    },
  ),
};

export const paymentStatuses = Object.keys(
  channelPaymentStatus.tones,
) as ChannelPayment['status'][];
