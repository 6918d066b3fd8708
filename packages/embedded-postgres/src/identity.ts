// The user that the embedded PostgreSQL runs as. PostgreSQL refuses to run as root, so root runs it as an unprivileged
// user. If that user cannot reach the data (for example below /root), the process gets the single capability to pass
// closed folders.
import { existsSync, lchownSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, embeddedFailure } from './failure.ts';

/** Null: this process is an ordinary user, and so is the server. */
export type Identity = { readonly uid: number; readonly gid: number } | null;

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly identity: Identity;
}

/** `nobody` exists on Debian, macOS and elsewhere. initdb looks up its user, so the user must exist. */
const NOBODY_USER = 'nobody';
const USER_NAMES = ['postgres', '_postgres', NOBODY_USER] as const;

/** Bits of linux/capability.h: passing closed folders. Containers usually keep the wider capability. */
const WIDER = 'dac_override';
const CAPABILITIES = [
  { name: 'dac_read_search', bit: 2n },
  { name: WIDER, bit: 1n },
] as const;

/** As root: the owner of an existing cluster, otherwise an unprivileged system user. */
export function chooseIdentity(cluster: string): Identity {
  if (process.getuid?.() !== 0) return null;
  const owner = ownerOf(cluster);
  return owner !== null && owner.uid !== 0 ? owner : systemUser();
}

export function ownerOf(path: string): Identity {
  try {
    const { uid, gid } = statSync(path);
    return { uid, gid };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

export function giveTo(identity: Identity, path: string): void {
  if (identity === null) return;
  try {
    lchownSync(path, identity.uid, identity.gid);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error;
    const what = 'PostgreSQL does not run as root, and root may not become another user here';
    throw embeddedFailure(`${what}: start as an ordinary user`, error);
  }
}

/** Other programs also run as `nobody`, and the server accepts its own user without a password. */
export function isNobodyUser(identity: Identity): boolean {
  if (identity === null) return false;
  return usersOfSystem().some(
    ([name, , uid]) => name === NOBODY_USER && Number(uid) === identity.uid,
  );
}

function usersOfSystem(): string[][] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.map((line) => line.split(':'));
}

function systemUser(): Identity {
  const entries = usersOfSystem();
  for (const name of USER_NAMES) {
    const [, , uid, gid] = entries.find((fields) => fields[0] === name) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw embeddedFailure(
    'PostgreSQL does not run as root, and this system has neither a user "postgres" nor "nobody"',
  );
}

/** The command line that runs a program as this user, with access to all of `folders`. */
export function commandAs(identity: Identity, folders: readonly string[]) {
  return (file: string, args: readonly string[]): Command => {
    const paths = [file, ...folders];
    const closed = identity === null ? [] : paths.flatMap((path) => closedParts(path, identity));
    if (identity === null || closed.length === 0) return { file, args, identity };
    return withCapability({ file, args, identity }, closed);
  };
}

/** The path and its parent folders that this user may not search (for a file: execute). */
function closedParts(path: string, identity: NonNullable<Identity>): string[] {
  const above = dirname(path) === path ? [] : closedParts(dirname(path), identity);
  const { uid, gid, mode } = statSync(path);
  const shift = uid === identity.uid ? 6 : gid === identity.gid ? 3 : 0;
  return ((mode >> shift) & 1) === 1 ? above : [...above, path];
}

function withCapability(command: Command, closed: readonly string[]): Command {
  const program = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));
  const held = effectiveCapabilities();
  const capability = CAPABILITIES.find(
    // Executing a file without permission requires the wider capability.
    ({ name, bit }) => (held >> bit) & 1n && (name === WIDER || !closed.includes(command.file)),
  );
  const { uid, gid } = command.identity ?? { uid: 0, gid: 0 };
  if (program === undefined || capability === undefined) {
    const what = `PostgreSQL does not run as root, and user ${uid} may not enter ${closed[0]}`;
    throw embeddedFailure(what);
  }
  const args = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    `--inh-caps=-all,+${capability.name}`,
    `--ambient-caps=-all,+${capability.name}`,
    // Without this bit, access(2), with which initdb checks its programs, ignores capabilities.
    '--securebits=+no_setuid_fixup',
    '--',
  ];
  return { file: program, args: [...args, command.file, ...command.args], identity: null };
}

function effectiveCapabilities(): bigint {
  if (process.platform !== 'linux') return 0n;
  const line = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return BigInt(`0x${line?.[1] ?? '0'}`);
}
