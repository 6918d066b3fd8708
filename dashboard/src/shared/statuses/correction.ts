// Statuses of manual corrections, in words and colors.
import type { OperatorApi } from '../api-types.ts';
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

type Name = OperatorApi['corrections.list']['output']['rows'][number]['status'];

export const correctionStatus: StatusTable<Name> = {
  tones: { requested: 'careful', booked: 'calm', approved: 'good', refused: 'quiet' },
  words: defineMessages(
    {
      requested: 'waits for approval',
      booked: 'booked by one person',
      approved: 'approved and booked',
      refused: 'refused',
    },
    {
      de: {
        requested: 'wartet auf Freigabe',
        booked: 'von einer Person gebucht',
        approved: 'freigegeben und gebucht',
        refused: 'abgelehnt',
      },
      fr: {
        requested: 'attend une approbation',
        booked: 'comptabilisée par une personne',
        approved: 'approuvée et comptabilisée',
        refused: 'refusée',
      },
      es: {
        requested: 'espera aprobación',
        booked: 'registrada por una persona',
        approved: 'aprobada y registrada',
        refused: 'rechazada',
      },
    },
  ),
};

export const correctionStatuses = Object.keys(correctionStatus.tones) as readonly Name[];
