import { Parser } from 'htmlparser2'
import type { RichElement, RichNode } from '#features/content/admin/diff/rich-tree.ts'

/** Parses a rich text as a browser does, without a browser. */
export function readRichText(html: string): RichNode[] {
  const root: RichNode[] = []
  const open: (RichElement & { children: RichNode[] })[] = []
  const place = () => open.at(-1)?.children ?? root
  const parser = new Parser({
    onopentag(tag, attributes) {
      const element = { tag, attributes, children: [] }
      place().push(element)
      open.push(element)
    },
    onclosetag() {
      open.pop()
    },
    ontext(text) {
      place().push(text)
    },
  })
  parser.end(html)
  return root
}
