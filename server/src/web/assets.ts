// The files in server/assets, read once at startup and served from memory. Pages link to them with a hash of their
// content, under which browsers may cache them indefinitely; without the hash they are cached only briefly.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { packageFolder } from '../core/places.ts';
import type { AssetLinks } from './page-head.ts';

export interface Asset {
  readonly body: Buffer;
  readonly contentType: string;
  /** Hash of the content, in hex. */
  readonly version: string;
}

/** Keyed by path below `/assets/`, for example `coins/btc.svg`. */
export type Assets = ReadonlyMap<string, Asset>;

const FOLDER = join(packageFolder, 'assets');

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export function loadAssets(): Assets {
  const paths = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => CONTENT_TYPES[extname(path)] !== undefined);
  return new Map(paths.map((path) => [path, readAsset(path)]));
}

function readAsset(path: string): Asset {
  const body = readFileSync(join(FOLDER, path));
  return {
    body,
    contentType: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    version: createHash('sha256').update(body).digest('hex').slice(0, 16),
  };
}

/** The links that a page uses. */
export function assetLinks(assets: Assets, site: string): AssetLinks {
  const link = (path: string) => `${site}/assets/${path}?v=${assets.get(path)?.version ?? ''}`;
  return { style: link('payment-page.css'), script: link('payment-page.js'), site };
}
