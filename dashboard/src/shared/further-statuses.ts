// The statuses that neither home nor the search shows, so that these do not load them.
import type { Invoice, Subscription } from '@chaintill/client';
import { codesOf, type StatusTable, table, useStatusNames } from './statuses.tsx';

export function useStatusChoices<S extends string>(of: StatusTable<S>) {
  const names = useStatusNames(of);
  return codesOf(of).map((value) => ({ value, label: names[value] }));
}

export const subscriptionStatus = table<Subscription['status']>('subscription', {
  active: 'good',
  cancelled: 'quiet',
});

export const invoiceStatus = table<Invoice['status']>('invoice', {
  new: 'calm',
  completed: 'good',
  unresolved: 'careful',
  refunded: 'quiet',
  cancelled: 'quiet',
});

type UserStatus = 'active' | 'invited' | 'undelivered' | 'disabled';

export const userStatus = table<UserStatus>('user', {
  active: 'good',
  invited: 'careful',
  undelivered: 'bad',
  disabled: 'quiet',
});

export function userStatusOf(user: {
  readonly disabled_at: string | null;
  readonly first_signed_in_at: string | null;
  readonly invitation_mail: 'pending' | 'sent' | 'failed' | null;
}): UserStatus {
  if (user.disabled_at !== null) return 'disabled';
  if (user.first_signed_in_at !== null) return 'active';
  return user.invitation_mail === 'failed' ? 'undelivered' : 'invited';
}

export type NetworkStatus = 'read' | 'behind' | 'old' | 'silent' | 'not_yet';

export const networkStatus = table<NetworkStatus>('network', {
  read: 'good',
  behind: 'careful',
  old: 'bad',
  silent: 'bad',
  not_yet: 'quiet',
});
export const rateStatus = table('rate', {
  in_force: 'good',
  stale: 'bad',
  jumped: 'careful',
  missing: 'bad',
});
export const workStatus = table('work', { runs: 'calm', rests: 'good', fails: 'bad' });
export const signerStatus = table('signer', { signs: 'good', away: 'bad', none: 'quiet' });

type RequestResult = 'succeeded' | 'refused' | 'failed';

export const requestOutcome = table<RequestResult>('requestOutcome', {
  succeeded: 'good',
  refused: 'careful',
  failed: 'bad',
});

export function resultOf(status: number): RequestResult {
  if (status < 400) return 'succeeded';
  return status < 500 ? 'refused' : 'failed';
}

export const keyStatus = table('key', { in_force: 'good', revoked: 'quiet' });
export const journalOutcome = table('journalOutcome', {
  begun: 'calm',
  done: 'good',
  refused: 'careful',
  failed: 'bad',
});

export const endpointStatus = table('endpoint', { enabled: 'good', disabled: 'quiet' });
export const destinationStatus = table('destination', {
  unused: 'calm',
  well: 'good',
  failing: 'bad',
  off: 'quiet',
});

export const deliveryStatus = table('delivery', {
  pending: 'calm',
  delivered: 'good',
  failed: 'bad',
});

export const isDeliveryStatus = (text: string): text is keyof typeof deliveryStatus.tones =>
  text in deliveryStatus.tones;

export const ruleOutcome = table('ruleOutcome', { allow: 'good', hold: 'careful', refuse: 'bad' });
export const checkStatus = table('check', { fine: 'good', wrong: 'bad' });

export const chainStatus = table('chain', {
  pending: 'calm',
  confirmed: 'good',
  dropped: 'quiet',
  reversed: 'bad',
  reserved: 'calm',
  signed: 'calm',
  broadcast: 'calm',
  dead: 'quiet',
  replaced: 'quiet',
  completed: 'good',
});

export const isChainStatus = (text: string): text is keyof typeof chainStatus.tones =>
  text in chainStatus.tones;

export const alertStatus = table('alert', {
  open: 'bad',
  acknowledged: 'careful',
  resolved: 'quiet',
});
