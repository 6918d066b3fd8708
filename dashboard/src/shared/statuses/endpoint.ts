// How endpoints of callbacks, and channels, stand, in words and colours.
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

export const endpointStatus: StatusTable<'enabled' | 'disabled'> = {
  tones: { enabled: 'good', disabled: 'quiet' },
  words: defineMessages(
    { enabled: 'enabled', disabled: 'disabled' },
    {
      de: { enabled: 'eingeschaltet', disabled: 'abgeschaltet' },
      fr: { enabled: 'actif', disabled: 'désactivé' },
      es: { enabled: 'activado', disabled: 'desactivado' },
    },
  ),
};
