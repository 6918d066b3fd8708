// The style sheet of the hosted page: readable contrasts, in light and dark.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SURFACES } from '../../src/projects/accent.ts';
import { contrast } from '../support/contrast.ts';

const sheet = (name: string) =>
  readFileSync(new URL(`../../assets/${name}.css`, import.meta.url), 'utf8');
const css = sheet('payment-page');
const tokensIn = (text: string) => tokensOf(/:root \{([^}]*)\}/.exec(text)?.[1] ?? '');
const light = tokensIn(css);
const dark = tokensIn(sheet('payment-page-dark'));

function tokensOf(block: string): ReadonlyMap<string, string> {
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [
      name ?? '',
      colour ?? '',
    ]),
  );
}

const TEXT_ON: readonly (readonly [string, string])[] = [
  ...['text', 'quiet'].flatMap((text) =>
    ['page', 'card', 'summary'].map((on) => [text, on] as const),
  ),
  ...['calm', 'good', 'careful', 'bad'].map((tone) => [tone, `${tone}-tint`] as const),
  ...['calm', 'good', 'careful', 'bad'].map((tone) => ['text', `${tone}-tint`] as const),
  ['careful', 'card'],
  ['good', 'card'],
  ['accent', 'card'],
  ['accent', 'page'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-deep'],
];

test.each([
  ['light', light],
  ['dark', dark],
])('in the %s scheme text has a contrast of 4.5, controls and focus of 3', (_, tokens) => {
  const colour = (name: string) => tokens?.get(name) ?? expect.fail(`no colour ${name}`);
  for (const [text, on] of TEXT_ON) {
    expect([text, on, contrast(colour(text), colour(on)) >= 4.5]).toEqual([text, on, true]);
  }
  for (const name of ['control', 'accent']) {
    expect([name, contrast(colour(name), colour('card')) >= 3]).toEqual([name, true]);
  }
});

test.each([
  ['light', light],
  ['dark', dark],
] as const)(
  'in the %s scheme, merchants’ colors are compared with these surfaces',
  (scheme, tokens) => {
    expect(SURFACES[scheme]).toEqual(['card', 'summary', 'page'].map((name) => tokens.get(name)));
  },
);

test('the layout follows the direction of the language', () => {
  expect(css).not.toMatch(
    /(margin|padding|border)-(left|right)|text-align: (left|right)|[^-]float:/,
  );
});
