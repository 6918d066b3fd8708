// Checks alert delivery, because a destination that rejects messages cannot be notified of that.
import { listDestinations } from '../../alerts/destinations.ts';
import type { DeliveryReply } from '../../alerts/kinds/kinds.ts';
import type { App } from '../../app.ts';
import type { FindingDetail } from '../../contract/finding-details.ts';
import type { Finding } from './finding.ts';

export async function checkNotifications({ db, config }: App): Promise<Finding> {
  const on = (await listDestinations(db)).filter(({ is_enabled: isOn }) => isOn);
  const failing = on.filter(({ failures }) => failures > 0);
  const what = { code: 'alert_destinations', about: null } as const;
  const ok = !config.rules.wantsAlertDestination;
  if (on.length === 0)
    return { ...what, ok, isAdvised: true, detail: { code: 'no_alert_channel' } };
  const [first] = failing;
  const names = (first === undefined ? on : failing).map(({ name }) => name);
  if (first === undefined) return { ...what, ok: true, detail: { code: 'alert_channels', names } };
  return { ...what, ok: false, detail: failureOf(first.last_error, names) };
}

function failureOf(error: DeliveryReply | null, names: string[]): FindingDetail {
  if (error === null || 'message' in error)
    return { code: 'alert_delivery_failed', names, message: error?.message ?? '' };
  const isMail = error.code === 'no_mail_server';
  return { code: isMail ? 'alert_mail_server_missing' : 'alert_delivery_error', names };
}
