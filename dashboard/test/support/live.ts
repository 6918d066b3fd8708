// Sends changes to the open screens, as the service does.
import { changesIn, WAKE_CHANNEL } from '../../../server/src/db/changed.ts';
import type { World } from '../../../server/test/support/world.ts';

export async function notifiesChanges(world: World): Promise<void> {
  await world.app.db.listen(WAKE_CHANNEL, (name) => {
    const changes = changesIn(name);
    if (changes !== null) world.stream.report(changes);
  });
}
