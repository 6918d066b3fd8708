// How alarms stand, in words and colours.
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

export const alarmStatus: StatusTable<'stands' | 'cleared'> = {
  tones: { stands: 'bad', cleared: 'quiet' },
  words: defineMessages(
    { stands: 'stands', cleared: 'cleared' },
    {
      de: { stands: 'steht an', cleared: 'erledigt' },
      fr: { stands: 'en cours', cleared: 'close' },
      es: { stands: 'activa', cleared: 'cerrada' },
    },
  ),
};
