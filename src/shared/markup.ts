/** More elements than any text needs. Parsers take far more than the length's share of time for a text of nothing else. */
export const elementLimit = 5_000

/** Whether an HTML text begins at most `elementLimit` elements; to be asked before it is parsed. */
export function hasFewElements(html: string): boolean {
  let count = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    if (/[a-z]/i.test(html.charAt(at + 1)) && ++count > elementLimit) return false
  }
  return true
}
