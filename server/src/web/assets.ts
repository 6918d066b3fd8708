// The files in server/assets, served from memory. With a hash in the link, browsers may cache them indefinitely.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { packageFolder } from '../core/places.ts';
import type { AssetLinks } from './page-parts.ts';

/** Best first. Every file has `identity`. */
const codings = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof codings)[number];

export type Bodies = ReadonlyMap<Coding, Buffer>;

export interface CodedFile {
  readonly contentType: string;
  readonly content: Buffer;
  bodies(): Bodies;
  readonly version: string;
}

/** Sends the best coding that the client accepts, or 304. The caller sets all other headers. */
export function sendCoded(
  file: CodedFile,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const bodies = file.bodies();
  const coding = codingFor(bodies, request.headers['accept-encoding'] ?? '');
  const etag = `"${file.version}-${coding}"`;
  reply.header('etag', etag);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply.send(bodies.get(coding));
}

/** `q=0` means not accepted. */
function codingFor(bodies: Bodies, accepted: string | readonly string[]): Coding {
  const taken = String(accepted)
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  return codings.find((coding) => bodies.has(coding) && taken.includes(coding)) ?? 'identity';
}

/** Keyed by path below `/assets/`, for example `coins/btc.svg`. */
export type Assets = ReadonlyMap<string, CompressedFile>;

/** Compressed at first use, because most processes, such as commands and tests, send few files. */
export interface CompressedFile extends CodedFile {
  /** Compresses in another thread, before the first use. */
  prepare(): Promise<void>;
}

const FOLDER = join(packageFolder, 'assets');

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

let loaded: Assets | null = null;

export function loadAssets(): Assets {
  loaded ??= readAssets();
  return loaded;
}

/** One after another, so that a start has the other processors. */
export async function prepareAssets(): Promise<void> {
  for (const file of loadAssets().values()) await file.prepare();
}

function readAssets(): Assets {
  const paths = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => CONTENT_TYPES[extname(path)] !== undefined);
  return new Map(paths.map((path) => [path, readAsset(path)]));
}

/** Smaller files are not worth a header. */
const COMPRESSED_FROM_BYTES = 1024;

function readAsset(path: string): CompressedFile {
  return codedFile(
    readFileSync(join(FOLDER, path)),
    CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
  );
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export function codedFile(text: Buffer | string, contentType: string): CompressedFile {
  const content = Buffer.from(text);
  const coded = (br: Buffer, gz: Buffer): Bodies =>
    new Map([...bodies(content), ['br', br], ['gzip', gz]]);
  let made = content.length < COMPRESSED_FROM_BYTES ? bodies(content) : null;
  return {
    content,
    contentType,
    bodies() {
      made ??= coded(brotliCompressSync(content), gzipSync(content));
      return made;
    },
    async prepare() {
      if (made !== null) return;
      const [br, gz] = [await brotli(content), await gzipped(content)];
      made ??= coded(br, gz);
    },
    version: createHash('sha256').update(content).digest('hex').slice(0, 16),
  };
}

function bodies(content: Buffer): Bodies {
  return new Map([['identity', content]]);
}

export function assetLinks(assets: Assets, site: string): AssetLinks {
  const link = (path: string) => `${site}/assets/${path}?v=${assets.get(path)?.version ?? ''}`;
  return {
    style: link('payment-page.css'),
    darkStyle: link('payment-page-dark.css'),
    checkoutStyle: link('checkout-page.css'),
    receiptStyle: link('receipt.css'),
    posterStyle: link('poster.css'),
    terminalStyle: link('terminal.css'),
    terminalScript: link('terminal.js'),
    displayScript: link('terminal-display.js'),
    terminalIcon: link('terminal-icon.svg'),
    script: link('payment-page.js'),
    submitScript: link('submit-form.js'),
    framedScript: link('framed.js'),
    site,
  };
}
