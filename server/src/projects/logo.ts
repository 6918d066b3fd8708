// Reads an uploaded logo or picture: its type is decided by its content, and its size is limited. SVG is rewritten
// (svg-logo.ts); other images are served as they are, under their content type (web/brand-routes.ts).
import { createHash } from 'node:crypto';
import { imageSize } from 'image-size';
import { LOGO_BYTES_MAX, LOGO_TEXT_MAX } from '../contract/brand.ts';
import { type ErrorDetail, rule } from '../core/errors.ts';
import { sanitizeSvg } from './svg-logo.ts';

const LOGO_PIXELS_MIN = 16;
const LOGO_PIXELS_MAX = 2048;

const CONTENT_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml',
} as const;

type LogoType = keyof typeof CONTENT_TYPES;

export interface Logo {
  /** The last part of its address: hash of the content, size and type. */
  readonly name: string;
  readonly type: LogoType;
  readonly width: number;
  readonly height: number;
}

export interface LogoImage extends Logo {
  readonly content: Buffer;
}

const NAME = /^[0-9a-f]{32}-(\d{1,4})x(\d{1,4})\.(png|jpg|webp|svg)$/;

/** Null for a name that no logo can have. */
export function logoNamed(name: string): Logo | null {
  const [, width, height, type] = NAME.exec(name) ?? [];
  if (type === undefined) return null;
  return { name, type: type as LogoType, width: Number(width), height: Number(height) };
}

export function contentTypeOf({ type }: Logo): string {
  return CONTENT_TYPES[type];
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The image in base64 text, or null after reporting what is wrong with it. */
export function readLogo(text: string, target: string, problems: ErrorDetail[]): LogoImage | null {
  return readImage(text, 'logo_type', { target, problems });
}

/** The same, for an image of pixels only. */
export function readPicture(
  text: string,
  target: string,
  problems: ErrorDetail[],
): LogoImage | null {
  return readImage(text, 'picture_type', { target, problems });
}

function readImage(
  text: string,
  types: 'logo_type' | 'picture_type',
  { target, problems }: { target: string; problems: ErrorDetail[] },
): LogoImage | null {
  const refuse = (problem: ErrorDetail) => {
    problems.push(problem);
    return null;
  };
  if (text.length > LOGO_TEXT_MAX) return refuse(rule.bytesAtMost(target, LOGO_BYTES_MAX));
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || !BASE64.test(text)) return refuse(rule.form(target, types));
  if (bytes.length > LOGO_BYTES_MAX) return refuse(rule.bytesAtMost(target, LOGO_BYTES_MAX));
  const type = typeOf(bytes);
  if (type === null || (type === 'svg' && types === 'picture_type'))
    return refuse(rule.form(target, types));
  if (type === 'svg') {
    const svg = sanitizeSvg(bytes);
    if ('part' in svg) return refuse(rule.form(target, 'svg_part', { part: svg.part }));
    if ('isMalformed' in svg) return refuse(rule.form(target, 'svg_file'));
    const content = Buffer.from(svg.text);
    if (content.length > LOGO_BYTES_MAX) return refuse(rule.bytesAtMost(target, LOGO_BYTES_MAX));
    return image({ type, width: svg.width, height: svg.height }, content);
  }
  const size = sizeOf(bytes);
  if (size === null) return refuse(rule.form(target, types));
  if (isAnimated(bytes, type)) return refuse(rule.form(target, 'logo_still'));
  const isFitting = [size.width, size.height].every(
    (pixels) => pixels >= LOGO_PIXELS_MIN && pixels <= LOGO_PIXELS_MAX,
  );
  if (!isFitting) {
    const limits = { least: LOGO_PIXELS_MIN, most: LOGO_PIXELS_MAX };
    return refuse(rule.form(target, 'logo_pixels', limits));
  }
  return image({ type, ...size }, bytes);
}

function image(facts: Omit<Logo, 'name'>, content: Buffer): LogoImage {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 32);
  const { type, width, height } = facts;
  return { ...facts, name: `${hash}-${width}x${height}.${type}`, content };
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const SVG_START = /^\s*</;

function typeOf(bytes: Buffer): LogoType | null {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'png';
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'jpg';
  const riff = bytes.toString('latin1', 0, 12);
  if (riff.startsWith('RIFF') && riff.endsWith('WEBP')) return 'webp';
  return SVG_START.test(bytes.toString('utf8', 0, 200)) ? 'svg' : null;
}

/** As the image is shown. Null for a damaged image. */
function sizeOf(bytes: Buffer): { width: number; height: number } | null {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    // EXIF orientations from 5 are turned by a quarter.
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return null;
  }
}

/** VP8X is the first chunk of an animated WebP; its second bit is the animation (RFC 9649, 2.7). */
const WEBP_FLAGS_AT = 20;
const WEBP_ANIMATED = 0x02;

function isAnimated(bytes: Buffer, type: LogoType): boolean {
  // In an animated PNG, acTL comes before the first IDAT (PNG, third edition, 11.3.6.1).
  if (type === 'png') {
    const animation = bytes.indexOf('acTL');
    return animation !== -1 && animation < bytes.indexOf('IDAT');
  }
  const isExtended = type === 'webp' && bytes.toString('latin1', 12, 16) === 'VP8X';
  return isExtended && ((bytes[WEBP_FLAGS_AT] ?? 0) & WEBP_ANIMATED) !== 0;
}
