// How money in the inbox stands, in words and colours.
import type { CoinDeposit } from '@chaintill/client';
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

export const depositStatus: StatusTable<CoinDeposit['status']> = {
  tones: {
    pending: 'calm',
    on_hold: 'careful',
    completed: 'good',
    refunded: 'quiet',
    attached: 'good',
  },
  words: defineMessages(
    {
      pending: 'not confirmed yet',
      on_hold: 'waits for a decision',
      completed: 'credited',
      refunded: 'sent back',
      attached: 'attached',
    },
    {
      de: {
        pending: 'noch unbestätigt',
        on_hold: 'wartet auf Entscheidung',
        completed: 'gutgeschrieben',
        refunded: 'zurückgesendet',
        attached: 'zugeordnet',
      },
      fr: {
        pending: 'pas encore confirmé',
        on_hold: 'attend une décision',
        completed: 'crédité',
        refunded: 'renvoyé',
        attached: 'rattaché',
      },
      es: {
        pending: 'aún sin confirmar',
        on_hold: 'espera una decisión',
        completed: 'abonado',
        refunded: 'devuelto',
        attached: 'asignado',
      },
    },
  ),
};
