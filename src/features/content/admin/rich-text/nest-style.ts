/** Nests a page's stylesheet under a selector; rules for the document apply to that element. */
export function nestStyle(selector: string, style: string): string {
  const nested = style
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|[{},])(\s*)(?:html|body|:root)(?=\s*[{,])/g, '$1$2&')
  return `${selector}{${nested}}`
}
