// Chooses the backup of a place, and the history that it is recovered along. If a place has several histories, the
// operator names one: the wrong one lacks acknowledged payments.
import type { Manifest } from './backup.ts';
import { BackupError } from './errors.ts';
import { findBackup } from './find-backup.ts';
import { type History, readHistories } from './histories.ts';
import type { Place } from './place.ts';
import type { Until } from './wal/follow-wal.ts';
import type { LogPath } from './wal/stored-log.ts';

export interface Wanted {
  readonly history?: string | undefined;
  /** Default: the newest. */
  readonly backup?: string | undefined;
  readonly until: Until;
  /** Derived from the master key (signature.ts); null: no key on this machine. */
  readonly key: Uint8Array | null;
}

export interface Chosen {
  readonly manifest: Manifest;
  readonly path: LogPath;
}

/** Throws BackupError when there is none, or when more than one history matches. */
export async function chooseBackup(place: Place, wanted: Wanted): Promise<Chosen> {
  const { backup, until } = wanted;
  // Problems of the named backup are reported first.
  if (backup !== undefined) await findBackup(place, backup);
  const all = await readHistories(place, wanted.key);
  const fitting = fittingOf(place, all, wanted);
  const candidates = fitting
    .flatMap(({ backups, inherited, path }) =>
      [...inherited, ...backups].map((manifest) => ({ manifest, path })),
    )
    .sort((a, b) => (a.manifest.name < b.manifest.name ? -1 : 1));
  const chosen = candidates
    .filter(({ manifest }) => backup === undefined || manifest.name === backup)
    .filter(({ manifest: { ended_at: end } }) => backup !== undefined || isBefore(end, until))
    .at(-1);
  if (chosen !== undefined) return chosen;
  throw new BackupError(nothingIn(place, wanted));
}

function fittingOf(place: Place, all: readonly History[], wanted: Wanted): readonly History[] {
  const { history, backup } = wanted;
  const isNamed = ({ id, backups }: History) =>
    history !== undefined
      ? id === history
      : backup === undefined || backups.some(({ name }) => name === backup);
  const fitting = all.filter(isNamed);
  if (new Set(fitting.map(({ id }) => id)).size > 1)
    throw new BackupError(
      `${place.title} has more than one history. Choose one with --history:\n${linesOf(fitting)}`,
    );
  if (fitting.length > 0 || history === undefined) return fitting;
  throw new BackupError(`${place.title} has no history ${history}. It contains:\n${linesOf(all)}`);
}

function isBefore(end: string, until: Until): boolean {
  return !(until instanceof Date) || new Date(end) <= until;
}

function nothingIn({ title }: Place, { history, backup, until }: Wanted): string {
  const of = history === undefined ? '' : ` of history ${history}`;
  if (backup !== undefined) return `${backup} is not${of} in ${title}`;
  return until instanceof Date
    ? `no backup${of} in ${title} ended before ${until.toISOString()}`
    : `there is no backup${of} in ${title}`;
}

function linesOf(histories: readonly History[]): string {
  return histories.map((each) => `  ${describeHistory(each)}`).join('\n');
}

const STATUS: Readonly<Record<History['status'], string>> = {
  current: 'stores here now',
  former: 'stored here before',
  unclaimed: 'from before places were claimed',
};

export function describeHistory({ id, status, backups, until }: History): string {
  const end = until === null ? 'nothing is stored' : `last moment ${until.toISOString()}`;
  return `${id}: ${STATUS[status]}, ${end}, backups: ${backups.length}`;
}
