/** Puts a page's stylesheet under a selector: what it says of the document as a whole is said of that element. */
export function nestStyle(selector: string, style: string): string {
  const nested = style
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|[{},])(\s*)(?:html|body|:root)(?=\s*[{,])/g, '$1$2&')
  return `${selector}{${nested}}`
}
