// Connects a world's event stream to its database's notifications, as serve.ts does in the service.
import { changesIn, WAKE_CHANNEL } from '../../src/db/changed.ts';
import { RIGHTS_CHANGED } from '../../src/people/sessions.ts';
import type { World } from './world.ts';

export async function feedStream({ app, stream }: World): Promise<void> {
  await app.db.listen(WAKE_CHANNEL, (name) => {
    const changes = changesIn(name);
    if (changes !== null) stream.report(changes);
    if (name === RIGHTS_CHANGED) void stream.lookAtAll();
  });
}
