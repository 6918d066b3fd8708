// How what somebody did ended, in words and colours.
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

export const journalOutcome: StatusTable<'begun' | 'done' | 'refused' | 'failed'> = {
  tones: { begun: 'calm', done: 'good', refused: 'careful', failed: 'bad' },
  words: defineMessages(
    { begun: 'not ended', done: 'done', refused: 'refused', failed: 'failed' },
    {
      de: { begun: 'nicht beendet', done: 'getan', refused: 'abgelehnt', failed: 'gescheitert' },
      fr: { begun: 'inachevé', done: 'fait', refused: 'refusé', failed: 'échoué' },
      es: { begun: 'sin terminar', done: 'hecho', refused: 'rechazado', failed: 'fallido' },
    },
  ),
};
