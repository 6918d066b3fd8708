// Mantine's theme, with fixes for accessibility: contrast of dimmed text and errors, and names of close buttons.
import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';

const brand: MantineColorsTuple = [
  '#edf2ff',
  '#dbe4ff',
  '#b8caff',
  '#8fb1ff',
  '#6a94fb',
  '#4a78f0',
  '#2f60e4',
  '#1d4ed8',
  '#1a3fae',
  '#163589',
];

const night: MantineColorsTuple = [
  '#eef2f7',
  '#c3ccd8',
  '#a5b0c0',
  '#7d8a9d',
  '#4a5668',
  '#313b49',
  '#222b37',
  '#151b24',
  '#10151d',
  '#0c1016',
];

export function themeIn(closeLabel: string): MantineThemeOverride {
  return createTheme({
    colors: { brand, dark: night },
    primaryColor: 'brand',
    primaryShade: 7,
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    headings: {
      sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.125rem' } },
      fontWeight: '650',
    },
    components: {
      // All surfaces share one background.
      Card: { styles: { root: { background: 'var(--mantine-color-body)' } } },
      CloseButton: { defaultProps: { 'aria-label': closeLabel } },
      Modal: {
        defaultProps: {
          closeButtonProps: { 'aria-label': closeLabel },
          centered: true,
          // A click outside must not discard input or close a dialog that is working.
          closeOnClickOutside: false,
          styles: { title: { fontSize: '1.125rem', fontWeight: 650 } },
          // A dialog's header is not the page's banner.
          attributes: { header: { role: 'none' } },
        },
      },
      Text: { defaultProps: { size: 'sm' } },
      Anchor: { defaultProps: { underline: 'always' } },
    },
  });
}

export const themeVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#525e70',
    '--mantine-color-placeholder': '#5f6b7d',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-body': '#ffffff',
  },
  dark: {
    '--mantine-color-dimmed': '#a5b0c0',
    '--mantine-color-placeholder': '#98a4b5',
    '--mantine-color-error': '#ffaaa2',
    '--mantine-color-body': '#151b24',
  },
});
