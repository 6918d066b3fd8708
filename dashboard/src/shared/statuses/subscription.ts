// How subscriptions stand, in words and colours.
import type { Subscription } from '@chaintill/client';
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

export const subscriptionStatus: StatusTable<Subscription['status']> = {
  tones: { active: 'good', cancelled: 'quiet' },
  words: defineMessages(
    { active: 'active', cancelled: 'cancelled' },
    {
      de: { active: 'aktiv', cancelled: 'beendet' },
      fr: { active: 'actif', cancelled: 'annulé' },
      es: { active: 'activa', cancelled: 'cancelada' },
    },
  ),
};
