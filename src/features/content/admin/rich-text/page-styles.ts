import base from '#site/styles/base.css?inline'
import prose from '#site/styles/prose.css?inline'
import arabic from '#site/styles/script-arabic.css?inline'
import chinese from '#site/styles/script-chinese.css?inline'
import cyrillic from '#site/styles/script-cyrillic.css?inline'
import hindi from '#site/styles/script-hindi.css?inline'
import { nestStyle } from './nest-style.ts'

/** Around a text that is to look as it does on its page. */
export const pageClass = 'page-sheet'

/** Brings the page's own stylesheets into the admin, in force only within the sheet that a text is written on. */
export function adoptPageStyles(): void {
  const sheet = new CSSStyleSheet()
  const scripts = { ar: arabic, zh: chinese, ru: cyrillic, hi: hindi }
  sheet.replaceSync(
    [
      nestStyle(`.${pageClass}`, base + prose),
      ...Object.entries(scripts).map(([code, style]) => nestStyle(`.${pageClass}:lang(${code})`, style)),
    ].join('\n'),
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
