// A merchant's accent color on payer pages and in emails: which text is readable on it, and which shade of it is
// readable as a link. Contrast as in WCAG 2.2. Pure.

export type Scheme = 'light' | 'dark';

/** Backgrounds of the payer pages (server/assets/payment-page.css and payment-page-dark.css). */
export const SURFACES: Readonly<Record<Scheme, readonly string[]>> = {
  light: ['#ffffff', '#fafbfd', '#f3f5f8'],
  dark: ['#151b24', '#11161e', '#0c1016'],
};

/** WCAG 2.2, 1.4.3: text. */
const TEXT_CONTRAST = 4.5;
/** WCAG 2.2, 1.4.11: edges of controls. */
const EDGE_CONTRAST = 3;
const STEPS = 20;
const HOVER_SHADE = 0.15;

const HEX = /^#[0-9a-f]{6}$/;

export function isAccent(text: string): boolean {
  return HEX.test(text);
}

export interface AccentFacts {
  /** Of a link, progress and focus: the color, or the nearest shade that is readable. */
  readonly link: string;
  readonly onButton: string;
  readonly buttonHover: string;
  readonly textContrast: number;
  /** The button against the card that it is on. */
  readonly edgeContrast: number;
  /** Below 3:1, the button gets an edge of its own. */
  readonly needsEdge: boolean;
}

/** For a color that passes `isAccent`. */
export function accentFacts(color: string, scheme: Scheme): AccentFacts {
  // For any color, black or white has a contrast of at least 4.58: their contrasts multiply to 21.
  const isDarkText = contrast(color, '#000000') >= contrast(color, '#ffffff');
  const onButton = isDarkText ? '#000000' : '#ffffff';
  const card = SURFACES[scheme][0] ?? '#ffffff';
  const edgeContrast = contrast(color, card);
  return {
    link: readable(color, scheme),
    onButton,
    // Away from the text, so that the contrast only grows.
    buttonHover: mix(color, isDarkText ? '#ffffff' : '#000000', HOVER_SHADE),
    textContrast: contrast(color, onButton),
    edgeContrast,
    needsEdge: edgeContrast < EDGE_CONTRAST,
  };
}

/** The style sheet of a color: only values that this file computes. */
export function accentStyle(color: string, scheme: Scheme): string {
  const { link, onButton, buttonHover, needsEdge } = accentFacts(color, scheme);
  return `:root {
  --accent: ${link};
  --brand: ${color};
  --brand-deep: ${buttonHover};
  --on-brand: ${onButton};
  --brand-edge: ${needsEdge ? 'var(--control)' : color};
}
`;
}

/** The nearest shade with enough contrast on all backgrounds. Black or white has it, at the last step. */
function readable(color: string, scheme: Scheme): string {
  const toward = scheme === 'light' ? '#000000' : '#ffffff';
  for (let step = 0; step < STEPS; step += 1) {
    const shade = mix(color, toward, step / STEPS);
    if (SURFACES[scheme].every((surface) => contrast(shade, surface) >= TEXT_CONTRAST))
      return shade;
  }
  return toward;
}

function channelsOf(color: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function mix(from: string, to: string, share: number): string {
  const other = channelsOf(to);
  const mixed = channelsOf(from).map((channel, n) => {
    const value = Math.round(channel + ((other[n] ?? 0) - channel) * share);
    return value.toString(16).padStart(2, '0');
  });
  return `#${mixed.join('')}`;
}

/** The contrast ratio of two colors, each `#rrggbb`. */
export function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
