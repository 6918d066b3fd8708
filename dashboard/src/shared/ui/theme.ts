// Mantine's theme, with fixes for accessibility: contrast of dimmed text and errors, and names of close buttons.
import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';

/** Shade 7 fills buttons on light surfaces, shade 6 on dark ones. */
const brand: MantineColorsTuple = [
  '#eef0ff',
  '#e0e4ff',
  '#c6ccff',
  '#a5acff',
  '#828bfa',
  '#666ff5',
  '#4f57ee',
  '#3538cd',
  '#2c2fa6',
  '#272a82',
];

const red: MantineColorsTuple = [
  '#fdeeec',
  '#fbdad6',
  '#f6b3ac',
  '#ef8a80',
  '#e5645a',
  '#d94a3f',
  '#c9372c',
  '#b42318',
  '#921b13',
  '#73160f',
];

const night: MantineColorsTuple = [
  '#e9edf5',
  '#c5cddb',
  '#a6b1c2',
  '#7d8a9d',
  '#354258',
  '#263144',
  '#1a2331',
  '#131a26',
  '#101620',
  '#0b0f17',
];

/** The state that an alert's color stands for. */
const roles: Readonly<Record<string, string>> = {
  red: 'bad',
  yellow: 'careful',
  green: 'good',
};

export function themeIn(closeLabel: string): MantineThemeOverride {
  return createTheme({
    colors: { brand, red, dark: night },
    primaryColor: 'brand',
    primaryShade: { light: 7, dark: 6 },
    black: '#131a2a',
    fontFamily: 'var(--sans)',
    fontFamilyMonospace: 'var(--mono)',
    defaultRadius: 'md',
    radius: { sm: 'var(--radius-sm)', md: 'var(--radius-md)', lg: 'var(--radius-lg)' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    shadows: { xs: 'var(--raised)', md: 'var(--floating)', xl: 'var(--floating)' },
    headings: {
      sizes: {
        h1: { fontSize: 'var(--text-xl)', lineHeight: '1.25' },
        h2: { fontSize: 'var(--text-lg)', lineHeight: '1.4' },
        h3: { fontSize: 'var(--text-md)', lineHeight: '1.45' },
      },
      fontWeight: '650',
    },
    components: {
      // All surfaces share one background.
      Card: {
        defaultProps: { shadow: 'xs', radius: 'lg', padding: 'lg' },
        styles: { root: { background: 'var(--surface)' } },
      },
      Alert: {
        defaultProps: { radius: 'lg' },
        vars: (_theme: unknown, { color }: { readonly color?: string }) => {
          const role = roles[color ?? ''] ?? 'calm';
          return {
            root: { '--alert-bg': `var(--${role}-tint)`, '--alert-color': `var(--${role})` },
          };
        },
      },
      Paper: { defaultProps: { shadow: 'xs', radius: 'lg' } },
      Table: {
        defaultProps: { borderColor: 'var(--line)', highlightOnHoverColor: 'var(--hover)' },
      },
      CloseButton: { defaultProps: { 'aria-label': closeLabel } },
      Modal: {
        defaultProps: {
          closeButtonProps: { 'aria-label': closeLabel },
          centered: true,
          // A click outside must not discard input or close a dialog that is working.
          closeOnClickOutside: false,
          styles: { title: { fontSize: 'var(--text-lg)', fontWeight: 650 } },
          // A dialog's header is not the page's banner.
          attributes: { header: { role: 'none' } },
        },
      },
      Timeline: { styles: { itemTitle: { lineHeight: 1.4 } } },
      Text: { defaultProps: { size: 'sm' } },
      Anchor: { defaultProps: { underline: 'always' } },
    },
  });
}

/** Mantine's variables, from the roles in tokens.css, which know both color schemes. */
const variables = {
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--soft)',
  '--mantine-color-placeholder': 'var(--faint)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default-border': 'var(--line)',
};

export const themeVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: variables,
  dark: variables,
});
