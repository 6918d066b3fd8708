// Rewrites an SVG image from a strict list of elements and attributes. What could run, load or style anything is
// refused, or left out where the image looks the same without it (decision 212).
import {
  parseXml,
  XmlDocumentType,
  XmlElement,
  type XmlNode,
  XmlProcessingInstruction,
  XmlText,
} from '@rgrove/parse-xml';
import { attributesOf, type SvgAttribute } from './svg-attributes.ts';

const SVG = 'http://www.w3.org/2000/svg';
const ELEMENTS_MAX = 2000;
/** Tags, comments and sections, also of editors. Counted before parsing, which takes microseconds for each. */
const MARKUP_MAX = 10_000;
const DEPTH_MAX = 32;
/** A copy costs a browser as much as its original. */
const COPIES_MAX = 20;
const SIDE_MAX = 4096;
const NAME_SHOWN = 40;

const SHAPES = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']);
const TEXTS = new Set(['text', 'tspan', 'title', 'desc']);
const CLIPS = new Set(['clipPath', 'mask']);
const OTHERS = ['svg', 'g', 'defs', 'linearGradient', 'radialGradient', 'stop', 'use'];
const ALLOWED = new Set([...SHAPES, ...TEXTS, ...CLIPS, ...OTHERS]);

export type Svg =
  | { readonly text: string; readonly width: number; readonly height: number }
  /** The element or attribute that is not allowed. */
  | { readonly part: string }
  | { readonly isMalformed: true };

interface State {
  readonly out: string[];
  /** Name of the first element with an ID. */
  readonly kinds: Map<string, string>;
  readonly copied: string[];
  count: number;
  /** The first part that is not allowed. */
  part: string | null;
}

/** `bytes` are bounded by the caller. */
export function sanitizeSvg(bytes: Buffer): Svg {
  if (markupIn(bytes) > MARKUP_MAX) return { part: 'svg' };
  const children = parse(bytes);
  const root = children?.find((node) => node instanceof XmlElement);
  if (children === null || root === undefined || unprefixed(root.name) !== 'svg')
    return { isMalformed: true };
  const state: State = {
    out: [],
    kinds: new Map(),
    copied: [],
    count: 0,
    part: children.map(partOfProlog).find((part) => part !== null) ?? null,
  };
  const box = boxOf(root.attributes);
  if (box === null) return { part: 'viewBox' };
  const { width, height } = sizeOf(box);
  writeElement(state, root, { depth: 0, isInClip: false });
  const part = state.part ?? partOfCopies(state);
  if (part !== null) return { part };
  const frame = `<svg xmlns="${SVG}" viewBox="${box.join(' ')}" width="${width}" height="${height}"`;
  return { text: `${state.out.join('').replace('<svg', frame)}\n`, width, height };
}

function markupIn(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) if (byte === 0x3c) count += 1;
  return count;
}

/** Null for what is not well-formed XML in UTF-8. Only the five predefined entities exist. */
function parse(bytes: Buffer): readonly XmlNode[] | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return parseXml(text, { preserveDocumentType: true }).children;
  } catch {
    return null;
  }
}

/** A browser does not load the file that a DOCTYPE names, so it is left out. Declarations inside could be entities. */
function partOfProlog(node: XmlNode): string | null {
  if (node instanceof XmlProcessingInstruction) return node.name.slice(0, NAME_SHOWN);
  const hasDeclarations = node instanceof XmlDocumentType && node.internalSubset !== null;
  return hasDeclarations ? 'DOCTYPE' : null;
}

interface Place {
  readonly depth: number;
  readonly isInClip: boolean;
}

function writeElement(state: State, element: XmlElement, { depth, isInClip }: Place): void {
  const name = unprefixed(element.name);
  // Editors store their own data in elements of other namespaces.
  if (name === null || name === 'metadata' || state.part !== null) return;
  state.count += 1;
  const isNested = name === 'svg' && depth > 0;
  if (!ALLOWED.has(name) || isNested || depth >= DEPTH_MAX || state.count > ELEMENTS_MAX) {
    state.part = ALLOWED.has(name) ? 'svg' : name.slice(0, NAME_SHOWN);
    return;
  }
  const isClip = CLIPS.has(name);
  const attributes = keptAttributes(state, {
    name,
    given: element.attributes,
    isInClip: isInClip || isClip,
  });
  state.out.push(`<${name}${attributes.map(written).join('')}>`);
  for (const child of element.children) {
    if (child instanceof XmlElement)
      writeElement(state, child, { depth: depth + 1, isInClip: isInClip || isClip });
    else if (child instanceof XmlText && TEXTS.has(name)) state.out.push(escaped(child.text));
  }
  state.out.push(`</${name}>`);
}

/** The name in the SVG namespace, or null. The usual prefix is `svg`. */
function unprefixed(name: string): string | null {
  if (!name.includes(':')) return name;
  return name.startsWith('svg:') ? name.slice('svg:'.length) : null;
}

interface Given {
  readonly name: string;
  readonly given: Readonly<Record<string, string>>;
  readonly isInClip: boolean;
}

/** Masks inside masks multiply what a browser draws, so each element has at most one around it. */
function keptAttributes(state: State, { name, given, isInClip }: Given): readonly SvgAttribute[] {
  const found = attributesOf(name, given);
  if ('part' in found) {
    state.part = found.part;
    return [];
  }
  for (const attribute of found.attributes) {
    const { name: kind, value } = attribute;
    if (isInClip && (kind === 'mask' || kind === 'clip-path')) state.part = kind;
    if (kind === 'id' && !state.kinds.has(value)) state.kinds.set(value, name);
    if (kind === 'href' && name === 'use') state.copied.push(value.slice(1));
  }
  return found.attributes;
}

/** Copies of groups that contain copies would multiply. */
function partOfCopies({ copied, kinds }: State): string | null {
  const isPlain = copied.every((id) => SHAPES.has(kinds.get(id) ?? ''));
  return isPlain && copied.length <= COPIES_MAX ? null : 'use';
}

type Box = readonly [x: number, y: number, width: number, height: number];

const NUMBER = /^-?\d{1,7}(?:\.\d{1,12})?(?:px)?$/;
const SIDE_MIN = 0.01;

function boxOf({
  viewBox = '',
  width = '',
  height = '',
}: Readonly<Record<string, string>>): Box | null {
  const texts = viewBox.trim() === '' ? ['0', '0', width, height] : viewBox.split(/[\s,]/);
  const parts = texts.map((text) => text.trim()).filter((text) => text !== '');
  if (parts.length !== 4 || !parts.every((part) => NUMBER.test(part))) return null;
  const [x = 0, y = 0, wide = 0, high = 0] = parts.map((part) => Number(part.replace('px', '')));
  return wide > SIDE_MIN && high > SIDE_MIN ? [x, y, wide, high] : null;
}

/** Whole pixels in the proportions of the box; pages scale them. */
function sizeOf([, , width, height]: Box): { width: number; height: number } {
  const scale = Math.min(SIDE_MAX / width, SIDE_MAX / height, Math.max(1, 256 / width));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: side(width), height: side(height) };
}

function written({ name, value }: SvgAttribute): string {
  return ` ${name}="${escaped(value)}"`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
