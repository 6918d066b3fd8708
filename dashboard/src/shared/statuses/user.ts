// Whether somebody may come in, in words and colours.
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

export const userStatus: StatusTable<'active' | 'disabled'> = {
  tones: { active: 'good', disabled: 'quiet' },
  words: defineMessages(
    { active: 'may come in', disabled: 'kept out' },
    {
      de: { active: 'darf herein', disabled: 'ausgesperrt' },
      fr: { active: 'peut entrer', disabled: 'exclu' },
      es: { active: 'puede entrar', disabled: 'excluido' },
    },
  ),
};
