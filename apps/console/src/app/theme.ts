// The look of the console: Mantine's theme and the variables that its colours need for contrast.
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const ink: MantineColorsTuple = [
  '#eef3fc',
  '#dce5f6',
  '#b6c9ee',
  '#8daae6',
  '#6b90df',
  '#557fda',
  '#4776d9',
  '#3569ca',
  '#2b5db6',
  '#1b4b9b',
];

export const theme = createTheme({
  colors: { ink },
  primaryColor: 'ink',
  // White on either has 5:1 at least. `autoContrast` looks at the light shade alone, so it decides for both.
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  luminanceThreshold: 0.18,
  fontFamily:
    'system-ui, "Segoe UI", Roboto, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  radius: { sm: '4px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px' },
  headings: {
    sizes: {
      h1: { fontSize: '24px', lineHeight: '1.3' },
      h2: { fontSize: '18px', lineHeight: '1.35' },
      h3: { fontSize: '16px', lineHeight: '1.4' },
    },
  },
  // By name, because `Alert.extend` would load the components with the first page.
  components: {
    Alert: { defaultProps: { variant: 'default' } },
    // A <header> of its own would be a second banner.
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    ModalHeader: { defaultProps: { role: 'presentation' } },
  },
});

/** Grey and red text that can be read: Mantine's own is below 4.5:1. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
  },
});
