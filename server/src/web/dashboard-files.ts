// What the build of the dashboard made (dashboard/vite.config.ts), read once at start and served from memory: its page,
// and files that are named after their content, each also compressed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { packageFolder } from '../core/places.ts';

/** By content coding (RFC 9110, 8.4.1), best first; `identity` is always there. */
export const codings = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof codings)[number];

export interface DashboardAsset {
  readonly contentType: string;
  readonly bodies: ReadonlyMap<Coding, Buffer>;
  readonly version: string;
}

export interface DashboardFiles {
  /** The page, with the nonce of this answer. */
  page(nonce: string): string;
  /** By name below `/dashboard/assets/`. */
  readonly assets: ReadonlyMap<string, DashboardAsset>;
}

const FOLDER = join(packageFolder, '../dashboard/dist');
/** What the build leaves in the place of a nonce. */
const PLACE = 'NONCE-OF-THIS-ANSWER';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Null when it was not built. */
export function loadDashboard(): DashboardFiles | null {
  const page = join(FOLDER, 'index.html');
  if (!existsSync(page)) return null;
  const text = readFileSync(page, 'utf8');
  const folder = join(FOLDER, 'assets');
  const names = readdirSync(folder).filter((name) => extname(name) in CONTENT_TYPES);
  return {
    page: (nonce) => text.replaceAll(PLACE, nonce),
    assets: new Map(names.map((name) => [name, readAsset(join(folder, name))])),
  };
}

function readAsset(path: string): DashboardAsset {
  const body = readFileSync(path);
  const compressed = [
    ['br', `${path}.br`],
    ['gzip', `${path}.gz`],
  ] as const;
  const found = compressed.flatMap(([coding, file]) =>
    existsSync(file) ? [[coding, readFileSync(file)] as const] : [],
  );
  return {
    contentType: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    bodies: new Map<Coding, Buffer>([...found, ['identity', body]]),
    version: createHash('sha256').update(body).digest('hex').slice(0, 16),
  };
}
