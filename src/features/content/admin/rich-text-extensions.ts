import { Link } from '@mantine/tiptap'
import { type Extensions, Mark, mergeAttributes, Node } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'

// Whatever the server accepts must come through the editor unharmed, also where the toolbar has no button for it:
// opening a text and saving it again must not lose a table that was written through the API.

function createMark(name: string, tag: string) {
  return Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  })
}

function createCell(name: string, tag: string) {
  const attribute = (key: string) => ({
    default: null,
    parseHTML: (element: HTMLElement) => element.getAttribute(key),
  })
  return Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      colspan: attribute('colspan'),
      rowspan: attribute('rowspan'),
      scope: attribute('scope'),
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  })
}

const table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
})

const tableRow = Node.create({
  name: 'tableRow',
  content: '(tableHeader | tableCell)+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

/** What a text may consist of; the same as the server's allow-list. */
export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4] },
    link: false,
    // An empty paragraph added to the end of every text would be saved with it.
    trailingNode: false,
  }),
  Link.configure({
    openOnClick: false,
    defaultProtocol: 'https',
    HTMLAttributes: { target: null, rel: null, class: null },
  }),
  createMark('subscript', 'sub'),
  createMark('superscript', 'sup'),
  table,
  tableRow,
  createCell('tableHeader', 'th'),
  createCell('tableCell', 'td'),
]
