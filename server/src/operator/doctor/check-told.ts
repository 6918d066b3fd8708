// Whether alarms reach somebody: a destination that takes no messages cannot be told so.
import { listDestinations } from '../../alarms/destinations.ts';
import type { App } from '../../app.ts';
import type { Finding } from './examine.ts';

export async function checkTold({ db }: App): Promise<Finding> {
  const on = (await listDestinations(db)).filter(({ is_enabled: isOn }) => isOn);
  const failing = on.filter(({ failures }) => failures > 0);
  const what = { check: 'alarms are told', code: 'alarm_destinations', about: null } as const;
  if (on.length === 0)
    return { ...what, ok: true, text: 'nowhere', hint: 'chaintill alarms destinations add' };
  if (failing.length === 0) {
    const text = on.map(({ name }) => name).join(', ');
    return { ...what, ok: true, text, hint: null };
  }
  const text = failing
    .map(({ name, failures, last_error: error }) => `${name}: ${failures} times not: ${error}`)
    .join('; ');
  return { ...what, ok: false, text, hint: 'chaintill alarms test says what comes back' };
}
