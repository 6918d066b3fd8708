// Statuses of people, with labels and colors.
import type { StatusTable } from '../ui/status.tsx';

export type UserStatus = 'active' | 'invited' | 'undelivered' | 'disabled';

export const userStatus: StatusTable<UserStatus> = {
  tones: { active: 'good', invited: 'careful', undelivered: 'bad', disabled: 'quiet' },
  texts: 'user',
};

/** The status of a person in a list. */
export function userStatusOf(user: {
  readonly disabled_at: string | null;
  readonly first_signed_in_at: string | null;
  readonly invitation_mail: 'pending' | 'sent' | 'failed' | null;
}): UserStatus {
  if (user.disabled_at !== null) return 'disabled';
  if (user.first_signed_in_at !== null) return 'active';
  return user.invitation_mail === 'failed' ? 'undelivered' : 'invited';
}
