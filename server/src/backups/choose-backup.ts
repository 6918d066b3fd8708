// Chooses a backup, and the history for its recovery. If a place has several histories, the operator names one: the
// wrong one lacks acknowledged payments.
import { parseHistory, parseWalName } from '@chaintill/embedded-postgres/wal-names';
import { BackupError, isBackupName, MANIFEST, type Manifest, parseManifest } from './backup.ts';
import { type Claim, readClaims } from './claims/claim.ts';
import { type Place, readText } from './place.ts';
import type { Until } from './wal/follow-wal.ts';
import { type LogPath, readStoredLog, type StoredLog } from './wal/stored-log.ts';

export interface Wanted {
  readonly history?: string | undefined;
  readonly backup?: string | undefined;
  readonly until: Until;
  readonly key: Uint8Array | null;
}

export interface Chosen {
  readonly manifest: Manifest;
  readonly path: LogPath;
}

/** Throws BackupError when none or more than one history matches. */
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

async function findBackup(place: Place, name: string): Promise<Manifest> {
  if (!isBackupName(name)) throw new BackupError(`${name} is not the name of a backup`);
  return parseManifest(name, await readText(place, name, MANIFEST));
}

interface Found {
  readonly name: string;
  readonly manifest: Manifest | null;
  readonly problem: string | null;
}

/** Oldest first, including backups with unreadable manifests. */
export async function readAll(place: Place): Promise<Found[]> {
  const found: Found[] = [];
  for (const name of await place.list()) found.push(await readOne(place, name));
  return found;
}

async function readOne(place: Place, name: string): Promise<Found> {
  try {
    return { name, manifest: await findBackup(place, name), problem: null };
  } catch (error) {
    return { name, manifest: null, problem: error instanceof Error ? error.message : `${error}` };
  }
}

export async function manifestsOf(place: Place): Promise<Manifest[]> {
  return (await readAll(place)).flatMap(({ manifest }) => manifest ?? []);
}

export type Kind = Pick<Manifest, 'system' | 'mode' | 'network'>;

/** The backups of the same database, oldest first. */
export async function kinIn(place: Place, kind: Kind): Promise<Manifest[]> {
  const found = await manifestsOf(place);
  return found.filter((manifest) => titleOf(manifest) === titleOf(kind));
}

function titleOf({ system, mode, network }: Kind): string {
  return [system, mode, network].join(' ');
}

// Each history of a database that stored in the place, with its backups and its end. A restore never chooses between
// two histories automatically.

interface History {
  /** Shown to operators, who also enter this name. */
  readonly id: string;
  readonly system: string;
  /** Unclaimed histories are older than claims. */
  readonly status: 'current' | 'former' | 'unclaimed';
  readonly backups: readonly Manifest[];
  /** Backups of earlier histories that the WAL continues. */
  readonly inherited: readonly Manifest[];
  readonly path: LogPath;
  /** Null: nothing is stored. */
  readonly until: Date | null;
}

/** Oldest first. With a key, verifies that the instance itself made the claims. Throws BackupError. */
export async function readHistories(place: Place, key: Uint8Array | null): Promise<History[]> {
  const manifests = await manifestsOf(place);
  const claims = await readClaims(place, key);
  const systems = new Set([...manifests, ...claims].map(({ system }) => system));
  const found: History[] = [];
  for (const system of systems) {
    const of = <T extends { readonly system: string }>(all: readonly T[]) =>
      all.filter((each) => each.system === system);
    for (const life of livesOf(system, of(claims), of(manifests)))
      found.push(...(await branchesOf(place, life)));
  }
  return found;
}

interface Life extends Pick<History, 'id' | 'system' | 'status' | 'backups'> {
  readonly wal: string | null;
  readonly after: Claim['after'];
  readonly others: readonly Manifest[];
}

function livesOf(system: string, claims: readonly Claim[], manifests: readonly Manifest[]): Life[] {
  const claimed = claims.map((claim, n): Life => {
    const backups = manifests.filter((each) => isOf(claim, each));
    const { history: id, wal, after } = claim;
    const status = n === claims.length - 1 ? 'current' : 'former';
    const before = claims.filter((each) => after.some((log) => log.wal === each.wal));
    const others = manifests.filter((each) => before.some((one) => isOf(one, each)));
    return { id, system, status, backups, wal, after, others };
  });
  const rest = manifests.filter((each) => !claims.some((claim) => isOf(claim, each)));
  const names = new Set(rest.map(({ history }) => history ?? `unclaimed-${system}`));
  const wal = claims.some((claim) => claim.wal === system) ? null : system;
  const unclaimed = [...names].map((id): Life => {
    const backups = rest.filter(({ history }) => (history ?? `unclaimed-${system}`) === id);
    return { id, system, status: 'unclaimed', backups, wal, after: [], others: [] };
  });
  return [...unclaimed, ...claimed];
}

function isOf({ history, adopted }: Claim, manifest: Manifest): boolean {
  return manifest.history === undefined
    ? adopted.includes(manifest.name)
    : manifest.history === history;
}

/** Usually one branch. If a database without claims also stored there, its timeline is a separate history. */
async function branchesOf(place: Place, life: Life): Promise<History[]> {
  const path: LogPath = { ...life, timeline: null };
  const log = await readStoredLog(place, path, null);
  const ends = endsOf(life, log);
  if (ends.length < 2) {
    const timeline = ends[0] ?? null;
    const inherited = timeline === null ? [] : inheritedBy(life, log, timeline);
    const whole = { ...life, inherited, path: { ...path, timeline } };
    return [{ ...whole, until: latest(life.backups, await loggedUntil(place, whole, log)) }];
  }
  const found: History[] = [];
  for (const timeline of ends) {
    const backups = life.backups.filter((each) => isOnPath(each, timeline, log));
    const until = latest(backups, await storedUntil(log, timeline));
    const id = `${life.id}.${timeline}`;
    found.push({ ...life, id, backups, inherited: [], path: { ...path, timeline }, until });
  }
  return found;
}

/** Timelines without a child, and timelines that continued after a child branched off. */
function endsOf({ wal, backups, status }: Life, { files, histories }: StoredLog): number[] {
  const own = files.filter((each) => each.wal === wal);
  const reached = new Map<number, number>();
  const reach = (timeline: number, number: number) =>
    reached.set(timeline, Math.max(reached.get(timeline) ?? -1, number));
  for (const { name } of own) {
    const file = parseWalName(name);
    if (file !== null) reach(file.timeline, file.number);
  }
  // Without WAL, the order of the timelines of a claimed history is unknown.
  if (status === 'unclaimed')
    // The backup's last WAL file may be partial.
    for (const { timeline, last_log: last } of backups)
      reach(timeline, (parseWalName(last)?.number ?? 0) - 1);
  const isLeft = (timeline: number, number: number) =>
    [...reached.keys()].some((next) =>
      parseHistory(histories.get(next) ?? '').some(
        (left) => left.timeline === timeline && number < left.number,
      ),
    );
  return [...reached]
    .filter(([timeline, number]) => !isLeft(timeline, number))
    .map(([timeline]) => timeline)
    .sort((a, b) => a - b);
}

/** Whether the timeline is the backup's own, or branched off after the backup. */
function isOnPath(manifest: Manifest, timeline: number, { histories }: StoredLog): boolean {
  if (manifest.timeline === timeline) return true;
  const number = parseWalName(manifest.last_log)?.number ?? 0;
  return parseHistory(histories.get(timeline) ?? '').some(
    (left) => left.timeline === manifest.timeline && number <= left.number,
  );
}

function inheritedBy({ others, after }: Life, log: StoredLog, timeline: number): Manifest[] {
  const before = Math.max(...after.map((each) => each.before), 0);
  return others.filter((each) => each.timeline < before && isOnPath(each, timeline, log));
}

async function loggedUntil(
  place: Place,
  { path }: Pick<History, 'path'>,
  log: StoredLog,
): Promise<Date | null> {
  if (path.wal === null || path.timeline === null) return null;
  return (await place.wal(path.wal).readUntil()) ?? storedUntil(log, path.timeline);
}

/** The WAL contains nothing more precise than the time at which its last file was stored. */
async function storedUntil({ files }: StoredLog, timeline: number): Promise<Date | null> {
  const own = files.filter(({ name }) => parseWalName(name)?.timeline === timeline);
  const last = own.sort((a, b) => (a.name < b.name ? -1 : 1)).at(-1);
  return last === undefined ? null : last.from.storedAt(last.file);
}

function latest(backups: readonly Manifest[], logged: Date | null): Date | null {
  const ends = backups.map(({ ended_at: end }) => Date.parse(end));
  const times = logged === null ? ends : [...ends, Number(logged)];
  return times.length === 0 ? null : new Date(Math.max(...times));
}
