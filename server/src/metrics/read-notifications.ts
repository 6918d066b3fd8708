// Whether alerts reach people: the channels, and the age of the oldest undelivered message.
import { listDestinations } from '../alerts/destinations.ts';
import { oldestWaiting } from '../alerts/waiting.ts';
import { SECOND } from '../core/clock.ts';
import { groupBy } from '../core/group.ts';
import { reading, secondsSince } from './reading.ts';

export const notificationReading = reading({
  name: 'alert_destinations',
  everyMilliseconds: 15 * SECOND,
  gauges: {
    chaintill_alert_destinations: {
      help: 'Alert destinations, by kind and status: well, failing, off',
      labels: ['kind', 'status'],
    },
    chaintill_alert_message_oldest_seconds: {
      help: 'Age of the oldest undelivered alert message; 0: none',
    },
  },
  async read({ db, clock }) {
    const destinations = await listDestinations(db);
    const groups = groupBy(destinations, (row) => `${row.kind} ${statusOf(row)}`);
    const samples = [...groups].map(([key, some]) => {
      const [kind = '', status = ''] = key.split(' ');
      return { labels: { kind, status }, value: some.length };
    });
    const oldest = secondsSince(await oldestWaiting(db), clock.now());
    return {
      chaintill_alert_destinations: samples,
      chaintill_alert_message_oldest_seconds: [{ value: oldest }],
    };
  },
});

function statusOf({ is_enabled: isOn, failures }: { is_enabled: boolean; failures: number }) {
  if (!isOn) return 'off';
  return failures > 0 ? 'failing' : 'well';
}
