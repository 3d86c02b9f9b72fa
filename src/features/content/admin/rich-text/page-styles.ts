import base from '#site/styles/base.css?inline'
import prose from '#site/styles/prose.css?inline'
import arabic from '#site/styles/script-arabic.css?inline'
import chinese from '#site/styles/script-chinese.css?inline'
import cyrillic from '#site/styles/script-cyrillic.css?inline'
import hindi from '#site/styles/script-hindi.css?inline'
import { nestStyle } from './nest-style.ts'

/** The class of the element in which a text looks as on its page. */
export const pageClass = 'page-sheet'

/** Adds the stylesheets of the public pages to the admin, for the element of `pageClass` only. */
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
