// How alarms stand, in words and colours.
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

export const alarmStatus: StatusTable<'stands' | 'known' | 'cleared'> = {
  tones: { stands: 'bad', known: 'careful', cleared: 'quiet' },
  words: defineMessages(
    { stands: 'stands', known: 'known', cleared: 'cleared' },
    {
      de: { stands: 'steht an', known: 'bekannt', cleared: 'erledigt' },
      fr: { stands: 'en cours', known: 'connue', cleared: 'close' },
      es: { stands: 'activa', known: 'conocida', cleared: 'cerrada' },
    },
  ),
};
