// The files in server/assets, served from memory. With a hash in the link, browsers may cache them indefinitely.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { packageFolder } from '../core/places.ts';
import type { AssetLinks } from './page-parts.ts';

/** Best first. Every file has `identity`. */
const codings = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof codings)[number];

export interface CodedFile {
  readonly contentType: string;
  readonly bodies: ReadonlyMap<Coding, Buffer>;
  readonly version: string;
}

/** Sends the best coding that the client accepts, or 304. The caller sets all other headers. */
export function sendCoded(
  file: CodedFile,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const coding = codingFor(file, request.headers['accept-encoding'] ?? '');
  const etag = `"${file.version}-${coding}"`;
  reply.header('etag', etag);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply.send(file.bodies.get(coding));
}

/** `q=0` means not accepted. */
function codingFor({ bodies }: CodedFile, accepted: string | readonly string[]): Coding {
  const taken = String(accepted)
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  return codings.find((coding) => bodies.has(coding) && taken.includes(coding)) ?? 'identity';
}

/** Keyed by path below `/assets/`, for example `coins/btc.svg`. */
export type Assets = ReadonlyMap<string, CodedFile>;

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

/** Smaller files are not worth a header. */
const COMPRESSED_FROM_BYTES = 1024;

function readAsset(path: string): CodedFile {
  return codedFile(
    readFileSync(join(FOLDER, path)),
    CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
  );
}

/** By type and hash, because compressing them takes a quarter of a second. */
const coded = new Map<string, CodedFile>();

/** Kept for good, so only for files of the release. */
export function codedFile(content: Buffer | string, contentType: string): CodedFile {
  const body = Buffer.from(content);
  const version = createHash('sha256').update(body).digest('hex').slice(0, 16);
  const name = `${contentType} ${version}`;
  const file = coded.get(name) ?? { bodies: codingsOf(body), contentType, version };
  coded.set(name, file);
  return file;
}

function codingsOf(body: Buffer): CodedFile['bodies'] {
  const bodies = new Map<Coding, Buffer>([['identity', body]]);
  if (body.length >= COMPRESSED_FROM_BYTES)
    bodies.set('br', brotliCompressSync(body)).set('gzip', gzipSync(body));
  return bodies;
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
