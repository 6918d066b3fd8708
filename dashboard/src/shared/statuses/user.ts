// Whether somebody may come in, in words and colours.
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

export const userStatus: StatusTable<'active' | 'invited' | 'disabled'> = {
  tones: { active: 'good', invited: 'careful', disabled: 'quiet' },
  words: defineMessages(
    { active: 'may come in', invited: 'invited, has not signed in yet', disabled: 'kept out' },
    {
      de: {
        active: 'darf herein',
        invited: 'eingeladen, nie angemeldet',
        disabled: 'ausgesperrt',
      },
      fr: {
        active: 'peut entrer',
        invited: 'invitation en attente',
        disabled: 'exclu',
      },
      es: {
        active: 'puede entrar',
        invited: 'invitación pendiente',
        disabled: 'excluido',
      },
    },
  ),
};

/** Of somebody in a list. */
export function userStatusOf(user: {
  readonly disabled_at: string | null;
  readonly first_signed_in_at: string | null;
}): 'active' | 'invited' | 'disabled' {
  if (user.disabled_at !== null) return 'disabled';
  return user.first_signed_in_at === null ? 'invited' : 'active';
}
