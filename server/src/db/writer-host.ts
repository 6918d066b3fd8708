// Chooses the host that accepts writes among several. All hosts are queried at once, so that one that drops packets
// delays nothing. The answer is cached until a connection breaks or is refused. Used by `DatabaseClient` before it
// connects.
import { inTime, SECOND, sleep } from '../core/clock.ts';
import type { HostPlace } from '../core/config/database-url.ts';
import type { Log } from '../core/log.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** What a host reports about itself. */
export interface HostStatus {
  readonly writes: boolean;
  /**
   * Timeline of its log, in hexadecimal digits of equal length: rises with each promotion. Null where the server hides
   * it.
   */
  readonly timeline: string | null;
}

export interface WriterHost {
  /** Throws DatabaseUnavailable when none accepts writes, with the answer of each host. */
  choose(): Promise<HostPlace>;
  /** The next connection queries all hosts again. */
  forget(): void;
  /** Another host has been chosen since. */
  hasLeft(host: HostPlace): boolean;
}

export interface HostQuestion {
  readonly hosts: readonly HostPlace[];
  readonly ask: (host: HostPlace) => Promise<HostStatus>;
  /** Called when a different host is chosen. */
  readonly onMoved: (host: HostPlace) => void;
  readonly log: Log;
}

/** Checked on every new connection: a proxy may also lead to a standby. */
export const WRITES = `select not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as writes`;

/** Shorter than the connection timeout (limits.ts). */
const ASK_LIMIT = 3 * SECOND;
/** Time left for the other hosts once one says that it accepts writes: a primary that was replaced may still say so. */
const OTHERS_LIMIT = SECOND / 4;

interface Answer {
  readonly host: HostPlace;
  /** An error message if there is no status. */
  readonly standing: HostStatus | string;
}

export function writerHost(question: HostQuestion): WriterHost {
  const { log, onMoved } = question;
  let known: HostPlace | null = null;
  let last: HostPlace | null = null;
  let asking: Promise<HostPlace> | null = null;
  let forgotten = 0;
  const look = async () => {
    const before = forgotten;
    const chosen = chosenOf(await ask(question));
    if (before === forgotten) known = chosen;
    const isMoved = last !== null && last !== chosen;
    last = chosen;
    if (!isMoved) return chosen;
    log.warn({ host: chosen.host, port: chosen.port }, 'another host of the database writes now');
    onMoved(chosen);
    return chosen;
  };
  return {
    choose() {
      if (known !== null) return Promise.resolve(known);
      asking ??= look().finally(() => {
        asking = null;
      });
      return asking;
    },
    forget() {
      forgotten += 1;
      known = null;
    },
    hasLeft: (host) => last !== null && last !== host,
  };
}

/** The answers received until all hosts have answered, or until shortly after one said that it accepts writes. */
async function ask({ hosts, ask: askOne }: HostQuestion): Promise<Answer[]> {
  const answers: Answer[] = [];
  const silent = () => new Error(`no answer within ${ASK_LIMIT / SECOND} seconds`);
  const requested = hosts.map(async (host) => {
    const standing = await inTime(askOne(host), ASK_LIMIT, silent).catch((error: unknown) =>
      error instanceof Error ? error.message || error.name : String(error),
    );
    answers.push({ host, standing });
    if (!writes(standing)) throw new Error('this one does not write');
  });
  const over = new AbortController();
  const all = Promise.allSettled(requested);
  const someWrites = Promise.any(requested).then(
    () => sleep(OTHERS_LIMIT, over.signal),
    () => undefined,
  );
  await Promise.race([all, someWrites]);
  over.abort();
  return answers;
}

function writes(standing: HostStatus | string): standing is HostStatus {
  return typeof standing !== 'string' && standing.writes;
}

/** The host on the newest timeline, when several say that they accept writes. */
function chosenOf(answers: readonly Answer[]): HostPlace {
  const [best] = answers
    .flatMap(({ host, standing }) => (writes(standing) ? [{ host, standing }] : []))
    .sort((a, b) => (b.standing.timeline ?? '').localeCompare(a.standing.timeline ?? ''));
  if (best !== undefined) return best.host;
  const said = answers.map(
    ({ host, standing }) =>
      `${host.host}:${host.port} ${typeof standing === 'string' ? standing : 'accepts no writes'}`,
  );
  throw new DatabaseUnavailable(new Error(`none of its hosts accepts writes (${said.join('; ')})`));
}
