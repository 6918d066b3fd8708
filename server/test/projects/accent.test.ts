// Guarantees of a merchant's color: text on buttons and links is readable in both schemes, whatever the color.
import { expect, test } from 'vitest';
import { accentFacts, accentStyle, isAccent, SURFACES } from '../../src/projects/accent.ts';
import { contrast } from '../support/contrast.ts';

const SCHEMES = ['light', 'dark'] as const;
const STEPS = ['00', '33', '66', '99', 'cc', 'ff'];
const COLORS = STEPS.flatMap((red) =>
  STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)),
);

test('for any color, text on its button and links in its shade have a contrast of 4.5', () => {
  for (const color of COLORS)
    for (const scheme of SCHEMES) {
      const { onButton, buttonHover, link, textContrast } = accentFacts(color, scheme);
      const contrasts = [
        contrast(onButton, color),
        contrast(onButton, buttonHover),
        ...SURFACES[scheme].map((surface) => contrast(link, surface)),
      ];
      expect([color, scheme, contrasts.every((each) => each >= 4.5)]).toEqual([
        color,
        scheme,
        true,
      ]);
      expect(textContrast).toBeCloseTo(contrast(onButton, color), 10);
    }
});

test('text on buttons is black or white, whichever is easier to read', () => {
  expect(accentFacts('#ffd400', 'light').onButton).toBe('#000000');
  expect(accentFacts('#1d4ed8', 'light').onButton).toBe('#ffffff');
});

test('a readable color is used as it is, and a button that its card would hide has an edge', () => {
  expect(accentFacts('#1d4ed8', 'light')).toMatchObject({ link: '#1d4ed8', needsEdge: false });
  expect(accentFacts('#ffd400', 'light')).toMatchObject({ needsEdge: true });
  expect(accentFacts('#ffd400', 'dark')).toMatchObject({ link: '#ffd400', needsEdge: false });
  expect(accentStyle('#ffd400', 'light')).toContain('--brand-edge: var(--control);');
});

test.each(['#fff', '#1D4ED8', 'red', '#1d4ed8;}', ' #1d4ed8', '#1d4ed8\n', 'var(--page)'])(
  '%j is no color',
  (text) => expect(isAccent(text)).toBe(false),
);
