import type { Language } from '#shared/languages.ts'

/** The colours of the site (ui/tokens.css); mail programs do not support CSS variables. */
export const colors = {
  sheet: '#e8e5d6',
  paper: '#f2eee3',
  ink: '#0f2f29',
  text: '#24352f',
  muted: '#4d5e56',
  rule: '#bcc2b0',
  panel: '#0f2f29',
  panelLine: '#3f7265',
  panelText: '#efe9da',
  seal: '#bd3217',
  onSeal: '#fff5e8',
} as const

/** The styles of dark mode, for mail programs that support it. */
export const darkStyles = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (max-width:480px){h1{font-size:26px!important}}',
  '@media (prefers-color-scheme:dark){',
  '.sheet{background-color:#0b1716!important}',
  '.paper{background-color:#11231f!important;border-color:#2c433c!important}',
  '.panel{background-color:#0f3029!important}',
  '.text{color:#cdd2c5!important}',
  '.ink{color:#ede7d7!important}',
  '.foot,.note{color:#9dac9f!important;border-color:#2c433c!important}',
  '.button{background-color:#ede7d7!important;border-color:#ede7d7!important;color:#0b1716!important}',
  '}',
].join('')

export const sans = "system-ui,-apple-system,'Segoe UI','Helvetica Neue',Arial,sans-serif"

const serifs: Partial<Record<Language, string>> = {
  ar: "'Noto Naskh Arabic','Geeza Pro','Traditional Arabic',serif",
  zh: "'Songti SC','Noto Serif CJK SC',SimSun,serif",
  hi: "'Noto Serif Devanagari','Kohinoor Devanagari','Nirmala UI',serif",
}

/** The font of headings by language: installed fonts only, since mails load none. */
export const serifOf = (language: Language) =>
  serifs[language] ?? "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,'Noto Serif',serif"
