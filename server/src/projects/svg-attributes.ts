// The attributes that a logo may have, and their values: numbers, colors, transformations and references to elements of
// the same image. Others are left out. A reference to anything else is refused. Pure.

export interface SvgAttribute {
  readonly name: string;
  readonly value: string;
}

/** Presentation attributes, also accepted as declarations in `style`. */
const PRESENTATION = new Set([
  'clip-path',
  'clip-rule',
  'color',
  'dominant-baseline',
  'fill',
  'fill-opacity',
  'fill-rule',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'letter-spacing',
  'mask',
  'opacity',
  'stop-color',
  'stop-opacity',
  'stroke',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-opacity',
  'stroke-width',
  'text-anchor',
]);

const GEOMETRY = new Set([
  'clipPathUnits',
  'cx',
  'cy',
  'd',
  'dx',
  'dy',
  'fr',
  'fx',
  'fy',
  'gradientTransform',
  'gradientUnits',
  'height',
  'id',
  'maskContentUnits',
  'maskUnits',
  'offset',
  'pathLength',
  'points',
  'preserveAspectRatio',
  'r',
  'rx',
  'ry',
  'spreadMethod',
  'transform',
  'width',
  'x',
  'x1',
  'x2',
  'y',
  'y1',
  'y2',
]);

/** Elements that may refer to another one. */
const REFERRING = new Set(['use', 'linearGradient', 'radialGradient']);
/** Written by this server instead (svg-logo.ts). */
const OF_ROOT = new Set(['width', 'height', 'x', 'y']);

/** No quotes, slashes, colons, backslashes or line breaks of CSS: neither addresses nor escapes can be written. */
const VALUE = /^[\w\s.,#%()+-]*$/;
const ID = /^[\w.-]{1,200}$/;
const LOCAL = /^#[\w.-]{1,200}$/;
const FUNCTIONS = new Set([
  'hsl',
  'hsla',
  'matrix',
  'rgb',
  'rgba',
  'rotate',
  'scale',
  'skewx',
  'skewy',
  'translate',
]);

export function attributesOf(
  element: string,
  given: Readonly<Record<string, string>>,
): { readonly attributes: readonly SvgAttribute[] } | { readonly part: string } {
  const attributes = new Map<string, string>();
  const styles: SvgAttribute[] = [];
  for (const [name, value] of Object.entries(given)) {
    // Whatever the prefix of the namespace is called, mostly `xlink:href`.
    if (name === 'href' || name.endsWith(':href')) {
      if (!REFERRING.has(element) || !LOCAL.test(value)) return { part: 'href' };
      attributes.set('href', value);
    } else if (name === 'style') styles.push(...declarationsOf(value));
    else if (isKnown(element, name)) attributes.set(name, value);
  }
  // As in CSS, a declaration wins over an attribute.
  for (const { name, value } of styles) attributes.set(name, value);
  const entries = [...attributes].map(([name, value]) => ({ name, value }));
  const wrong = entries.find(({ name, value }) => !isHarmless(name, value));
  return wrong === undefined ? { attributes: entries } : { part: wrong.name };
}

function isKnown(element: string, name: string): boolean {
  if (element === 'svg' && OF_ROOT.has(name)) return false;
  return PRESENTATION.has(name) || GEOMETRY.has(name);
}

function declarationsOf(style: string): SvgAttribute[] {
  return style.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(0, colon)).trim();
    const value = declaration.slice(colon + 1).trim();
    return PRESENTATION.has(name) ? [{ name, value }] : [];
  });
}

function isHarmless(name: string, value: string): boolean {
  if (name === 'id') return ID.test(value);
  if (name === 'href') return true;
  if (name === 'font-family') return /^[\w\s,'-]{0,200}$/.test(value);
  if (!VALUE.test(value)) return false;
  // A path has no functions; its text may be long.
  if (!value.includes('(')) return true;
  return value
    .split('(')
    .every((before, n, all) => n === all.length - 1 || isCall(before, all[n + 1] ?? ''));
}

/** `before` ends with the name of the function; `inside` begins with its argument. */
function isCall(before: string, inside: string): boolean {
  const name = (
    before
      .trimEnd()
      .split(/[\s,)]/)
      .at(-1) ?? ''
  ).toLowerCase();
  if (name !== 'url') return FUNCTIONS.has(name);
  const end = inside.indexOf(')');
  return end !== -1 && LOCAL.test(inside.slice(0, end).trim());
}
