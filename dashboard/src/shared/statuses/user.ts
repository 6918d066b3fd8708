// Whether somebody may come in, in words and colours.
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

export type UserStatus = 'active' | 'invited' | 'undelivered' | 'disabled';

export const userStatus: StatusTable<UserStatus> = {
  tones: { active: 'good', invited: 'careful', undelivered: 'bad', disabled: 'quiet' },
  words: defineMessages(
    {
      active: 'may come in',
      invited: 'invited, has not signed in yet',
      undelivered: 'the invitation could not be delivered',
      disabled: 'kept out',
    },
    {
      de: {
        active: 'darf herein',
        invited: 'eingeladen, nie angemeldet',
        undelivered: 'Einladung nicht zustellbar',
        disabled: 'ausgesperrt',
      },
      fr: {
        active: 'peut entrer',
        invited: 'invitation en attente',
        undelivered: 'invitation non distribuée',
        disabled: 'exclu',
      },
      es: {
        active: 'puede entrar',
        invited: 'invitación pendiente',
        undelivered: 'invitación no entregada',
        disabled: 'excluido',
      },
    },
  ),
};

/** Of somebody in a list. */
export function userStatusOf(user: {
  readonly disabled_at: string | null;
  readonly first_signed_in_at: string | null;
  readonly invitation_mail: 'pending' | 'sent' | 'failed' | null;
}): UserStatus {
  if (user.disabled_at !== null) return 'disabled';
  if (user.first_signed_in_at !== null) return 'active';
  return user.invitation_mail === 'failed' ? 'undelivered' : 'invited';
}
