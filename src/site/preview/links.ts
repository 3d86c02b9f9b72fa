const outwardLink = /<a (?=(?:[^>"]|"[^"]*")*?\bhref="(?!#))/g

/**
 * Lets every link of a document that leads elsewhere open in a window of its own, and tell nobody where it came from: what
 * it leads to is the site as it is, which neither takes the preview's place nor can be shown inside the editor.
 */
export function openLinksApart(html: string): string {
  return html.replace(outwardLink, '<a target="_blank" rel="noopener noreferrer" ')
}
