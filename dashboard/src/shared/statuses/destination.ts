// How it goes where alarms are told, in words and colours.
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

export const destinationStatus: StatusTable<'unused' | 'well' | 'failing' | 'off'> = {
  tones: { unused: 'calm', well: 'good', failing: 'bad', off: 'quiet' },
  words: defineMessages(
    { unused: 'nothing told yet', well: 'takes messages', failing: 'takes none', off: 'off' },
    {
      de: {
        unused: 'noch nichts gemeldet',
        well: 'nimmt an',
        failing: 'nimmt nichts an',
        off: 'aus',
      },
      fr: {
        unused: 'rien signalé encore',
        well: 'reçoit',
        failing: 'ne reçoit rien',
        off: 'arrêtée',
      },
      es: {
        unused: 'nada comunicado aún',
        well: 'recibe',
        failing: 'no recibe nada',
        off: 'apagado',
      },
    },
  ),
};
