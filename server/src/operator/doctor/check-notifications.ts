// Checks alert delivery: a destination that rejects messages cannot be notified of that.
import { listDestinations } from '../../alarms/destinations.ts';
import type { App } from '../../app.ts';
import type { Finding } from './examine.ts';

export async function checkNotifications({ db, config }: App): Promise<Finding> {
  const on = (await listDestinations(db)).filter(({ is_enabled: isOn }) => isOn);
  const failing = on.filter(({ failures }) => failures > 0);
  const what = { check: 'alarms are told', code: 'alarm_destinations', about: null } as const;
  if (on.length === 0)
    return {
      ...{ ...what, ok: !config.rules.wantsAlarmDestination },
      ...{ text: 'nowhere', hint: 'chaintill alarms destinations add' },
      detail: { code: 'no_alert_channel' },
    };
  if (failing.length === 0) {
    const names = on.map(({ name }) => name);
    const detail = { code: 'alert_channels', names } as const;
    return { ...what, ok: true, text: names.join(', '), hint: null, detail };
  }
  const text = failing
    .map(({ name, failures, last_error: error }) => `${name}: ${failures} times not: ${error}`)
    .join('; ');
  const hint = 'chaintill alarms test says what comes back';
  const names = failing.map(({ name }) => name);
  const detail = {
    code: 'alert_delivery_failed',
    names,
    said: `${failing[0]?.last_error ?? ''}`,
  } as const;
  return { ...what, ok: false, text, hint, detail };
}
