// How API keys stand, in words and colours.
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

export const keyStatus: StatusTable<'in_force' | 'revoked'> = {
  tones: { in_force: 'good', revoked: 'quiet' },
  words: defineMessages(
    { in_force: 'in force', revoked: 'revoked' },
    {
      de: { in_force: 'gültig', revoked: 'widerrufen' },
      fr: { in_force: 'en vigueur', revoked: 'révoquée' },
      es: { in_force: 'en vigor', revoked: 'revocada' },
    },
  ),
};
