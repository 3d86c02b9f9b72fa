const outwardLink = /<a (?=(?:[^>"]|"[^"]*")*?\bhref="(?!#))/g

/**
 * Makes every link of a preview open in a new window without a referrer: it leads to the published site, which must not
 * replace the preview and cannot be shown in the editor's frame.
 */
export function openLinksApart(html: string): string {
  return html.replace(outwardLink, '<a target="_blank" rel="noopener noreferrer" ')
}
