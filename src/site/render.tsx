import { renderToStaticMarkup } from 'react-dom/server'
import type { PageInput, RenderedPage } from './contract.ts'
import { Document } from './document.tsx'
import { composeStyle } from './styles.ts'

/** Makes a page: the whole document, and its style for the hashes of the content security policy. */
export function renderPage(input: PageInput): RenderedPage {
  const { name } = input.facts
  const named: PageInput = { ...input, t: (key, variables) => input.t(key, { name, ...variables }) }
  const style = composeStyle(input.page, input.language, Object.keys(input.texts).length > 0)
  const html = `<!doctype html>${renderToStaticMarkup(<Document input={named} style={style} />)}`
  return { html, styles: [style] }
}
