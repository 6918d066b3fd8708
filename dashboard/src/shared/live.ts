// Live events from the service. An event has a type and an ID, never data: visible data that may have changed is
// refetched, each list at most once a second. The tabs of a browser share one stream.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { later, SECOND } from './clock.ts';
import { adminApi } from './site-path.ts';

interface Changed {
  readonly type: string;
  readonly project_id: string | null;
}

type News = { readonly changed: Changed } | { readonly reset: true };

const NAME = 'chaintill-live';
const REFUSED_RESTS = 30 * SECOND;

/**
 * Follows changes until the returned function is called. Query keys start with the type of their events, then the
 * project.
 */
export function followChanges(client: QueryClient): () => void {
  const channel = new BroadcastChannel(NAME);
  const ended = new AbortController();
  const refresh = atMostOnceASecond(
    (key) =>
      void client.invalidateQueries({
        queryKey: key,
        // A change must not open the step-up dialog.
        predicate: ({ meta }) => meta?.['requiresStepUp'] !== true,
      }),
  );
  const handle = (news: News) => {
    if ('reset' in news) refresh([]);
    else for (const key of keysOf(news.changed)) refresh(key);
  };
  channel.onmessage = ({ data }: MessageEvent<News>) => handle(data);
  const report = (news: News) => {
    handle(news);
    channel.postMessage(news);
  };
  // The tab that has the lock owns the stream. When it is closed, another tab takes over both.
  void navigator.locks
    .request(NAME, { signal: ended.signal }, () => listen(report, ended.signal))
    .catch(() => {});
  return () => {
    ended.abort();
    channel.close();
  };
}

/** The browser reconnects a broken stream automatically. A rejected stream is reopened after a delay. */
function listen(report: (news: News) => void, signal: AbortSignal): Promise<void> {
  let stream: EventSource | null = null;
  let hasMissed = false;
  const open = () => {
    stream = new EventSource(`${adminApi}/events`);
    stream.addEventListener('open', () => {
      if (hasMissed) report({ reset: true });
      hasMissed = false;
    });
    stream.addEventListener('reset', () => report({ reset: true }));
    stream.addEventListener('changed', ({ data }) =>
      report({ changed: JSON.parse(String(data)) as Changed }),
    );
    stream.addEventListener('error', () => {
      hasMissed = true;
      if (stream?.readyState !== EventSource.CLOSED) return;
      // The session may have ended.
      report({ changed: { type: 'me', project_id: null } });
      later(REFUSED_RESTS, reopen);
    });
  };
  const reopen = () => {
    if (!signal.aborted) open();
  };
  open();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      stream?.close();
      resolve();
    });
  });
}

/** The home screen shows something of everything. */
const OVERVIEW: QueryKey = ['overview'];

/** `other` is a change without its own screen: refetches everything that is visible. */
function keysOf({ type, project_id: project }: Changed): readonly QueryKey[] {
  if (type === 'other') return [[]];
  const own =
    project === null
      ? [[type]]
      : [
          [type, project],
          [type, null],
        ];
  return [...own, OVERVIEW];
}

function atMostOnceASecond(work: (key: QueryKey) => void): (key: QueryKey) => void {
  const resting = new Map<string, { isDue: boolean; readonly key: QueryKey }>();
  const run = (name: string, key: QueryKey) => {
    resting.set(name, { isDue: false, key });
    work(key);
    later(SECOND, () => {
      const rest = resting.get(name);
      resting.delete(name);
      if (rest?.isDue === true) run(name, key);
    });
  };
  return (key) => {
    const name = JSON.stringify(key);
    const rest = resting.get(name);
    if (rest === undefined) run(name, key);
    else rest.isDue = true;
  };
}
