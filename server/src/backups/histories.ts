// The histories of a place: for each history of a database that stored there, its backups and the time up to which it
// extends. A restore never chooses between two histories automatically.
import { parseHistory, parseWalName } from '@chaintill/embedded-postgres/wal-names';
import type { Manifest } from './backup.ts';
import { type Claim, readClaims } from './claims/claim.ts';
import { manifestsOf } from './find-backup.ts';
import type { Place } from './place.ts';
import { type LogPath, readStoredLog, type StoredLog } from './wal/stored-log.ts';

export interface History {
  /** The name that operators see and enter. */
  readonly id: string;
  readonly system: string;
  /** Whether its database stores in the place now. Unclaimed histories are from before places were claimed. */
  readonly status: 'current' | 'former' | 'unclaimed';
  /** Its own backups, oldest first. */
  readonly backups: readonly Manifest[];
  /** Backups of earlier histories that its WAL continues. */
  readonly inherited: readonly Manifest[];
  readonly path: LogPath;
  /** The time up to which it is stored; null: nothing is stored. */
  readonly until: Date | null;
}

/** Oldest first. With a key, verifies that the claims are the instance's own. Throws BackupError. */
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
  /** Backups of other histories of the same database. */
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

/** Usually one. If a database without claims also stored there, its timeline is a separate history. */
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
    // Its last file may be partial.
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

/** Whether this timeline is the backup's own, or branched from it after the backup. */
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

/** When its last file was stored; the WAL itself contains nothing more precise. */
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
