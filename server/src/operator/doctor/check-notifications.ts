// Checks alert delivery, because a destination that rejects messages cannot be notified of that.
import { listDestinations } from '../../alerts/destinations.ts';
import type { App } from '../../app.ts';
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
  const message = first.last_error ?? '';
  return { ...what, ok: false, detail: { code: 'alert_delivery_failed', names, said: message } };
}
