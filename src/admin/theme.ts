import {
  convertCssVariables,
  createTheme,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  mergeMantineTheme,
} from '@mantine/core'
import { keepChoice, readChoice } from '#admin/kit/api/cookies.ts'

// Mantine needs ten shades of its primary colour. We have few, named colours (ui/tokens.css): paper, ink and seal, which
// change with the colour scheme. So every shade is the ink, and the variables that Mantine computes from shades are set to
// our tokens below.
const ink = [
  'var(--ink)',
  'var(--ink)',
  'var(--ink)',
  'var(--ink)',
  'var(--ink)',
  'var(--ink)',
  'var(--ink)',
  'var(--ink)',
  'var(--ink)',
  'var(--ink)',
] as const

/** The site's design as a Mantine theme: the same colours, square corners, thin lines, no shadows. */
export const theme = createTheme({
  primaryColor: 'ink',
  colors: { ink },
  fontFamily: 'var(--sans)',
  headings: { fontFamily: 'var(--serif)', fontWeight: '400' },
  defaultRadius: 0,
  radius: { xs: '0', sm: '0', md: '0', lg: '0', xl: '0' },
  shadows: { xs: 'none', sm: 'none', md: 'none', lg: 'none', xl: 'none' },
  fontWeights: { regular: '400', medium: '400', bold: '600' },
  focusRing: 'auto',
  focusClassName: 'focusable',
  activeClassName: '',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: ({ variant }) => {
    if (variant === 'filled') {
      return {
        background: 'var(--ink)',
        hover: 'transparent',
        color: 'var(--paper)',
        hoverColor: 'var(--ink)',
        border: '1px solid var(--ink)',
      }
    }
    const border = variant === 'default' || variant === 'outline' ? 'var(--ink)' : 'var(--rule)'
    return {
      background: variant === 'subtle' ? 'var(--sheet)' : 'transparent',
      hover: 'var(--sheet)',
      color: 'var(--ink)',
      hoverColor: 'var(--ink)',
      border: `1px solid ${border}`,
    }
  },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Popover: { defaultProps: { transitionProps: { duration: 0 } } },
    // Mantine locks scrolling by a style element, which the CSP blocks; document.css does it instead.
    ModalRoot: { defaultProps: { lockScroll: false, transitionProps: { duration: 120 } } },
    DrawerRoot: { defaultProps: { lockScroll: false, transitionProps: { duration: 160 } } },
    Tooltip: { defaultProps: { openDelay: 150, transitionProps: { duration: 0 } } },
    Tabs: { defaultProps: { variant: 'unstyled' } },
  },
})

const named = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-anchor': 'var(--ink)',
  '--mantine-color-error': 'var(--seal-text)',
  '--mantine-color-default': 'var(--paper)',
  '--mantine-color-default-hover': 'var(--sheet)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--rule)',
  '--mantine-color-disabled': 'transparent',
  '--mantine-color-disabled-color': 'var(--muted)',
  '--mantine-color-disabled-border': 'var(--rule)',
  '--mantine-primary-color-filled': 'var(--ink)',
  '--mantine-primary-color-filled-hover': 'var(--ink)',
  '--mantine-primary-color-light': 'var(--sheet)',
  '--mantine-primary-color-light-hover': 'var(--sheet)',
  '--mantine-primary-color-light-color': 'var(--ink)',
  '--mantine-primary-color-contrast': 'var(--paper)',
}

/**
 * Sets Mantine's variables, with our tokens as its colours in both colour schemes. Mantine itself would write them as HTML,
 * which needs a Trusted Types policy.
 */
export function adoptMantineVariables(): void {
  const { variables, light, dark } = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    convertCssVariables({ variables, light: { ...light, ...named }, dark: { ...dark, ...named } }),
  )
  document.adoptedStyleSheets.push(sheet)
}

const themeCookie = 'theme'

function isScheme(value: unknown): value is MantineColorScheme {
  return value === 'auto' || value === 'light' || value === 'dark'
}

function chooseScheme(scheme: MantineColorScheme): void {
  keepChoice(themeCookie, scheme)
  // The attribute that the tokens use; Mantine has its own one.
  document.documentElement.dataset.theme = scheme
}

/** Stores light or dark in the cookie that the site's pages read too. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get(fallback) {
    const kept = readChoice(themeCookie)
    return isScheme(kept) ? kept : fallback
  },
  set: chooseScheme,
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => chooseScheme('auto'),
}
