import type { Attrs, Node as DocumentNode, Schema } from '@tiptap/pm/model'
import { type Command, Plugin, TextSelection } from '@tiptap/pm/state'
import { goToNextCell, tableEditing } from '@tiptap/pm/tables'
import { type Extensions, mergeAttributes, Node } from '@tiptap/react'

// Tables are ProseMirror's own (prosemirror-tables). Tiptap's extension around them writes widths in pixels into the
// text, and its newest version is for another core.

/** The scope of a header: its column in the first row, otherwise its row. */
function findScope(row: number): 'col' | 'row' {
  return row === 0 ? 'col' : 'row'
}

/** The roles by which prosemirror-tables finds the nodes. */
const roles = new Map([
  ['table', 'table'],
  ['tableRow', 'row'],
  ['tableHeader', 'header_cell'],
  ['tableCell', 'cell'],
])

function createCell(name: 'tableHeader' | 'tableCell', tag: 'th' | 'td') {
  const count = (key: 'colspan' | 'rowspan') => ({
    default: 1,
    parseHTML: (element: HTMLElement) =>
      Math.max(1, Number.parseInt(element.getAttribute(key) ?? '1', 10) || 1),
    renderHTML: (attributes: Attrs) => (attributes[key] > 1 ? { [key]: attributes[key] } : {}),
  })
  return Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      colspan: count('colspan'),
      rowspan: count('rowspan'),
      // prosemirror-tables needs it; the page sets the widths.
      colwidth: { default: null, parseHTML: () => null, renderHTML: () => ({}) },
      ...(tag === 'th' && {
        scope: { default: null, parseHTML: (element: HTMLElement) => element.getAttribute('scope') },
      }),
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
  extendNodeSchema: ({ name }) => ({ tableRole: roles.get(name) }),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  addKeyboardShortcuts() {
    const run = (command: Command) => command(this.editor.state, this.editor.view.dispatch)
    return {
      Tab: () => run(goToNextCell(1)) || (isInTable(this.editor.state.selection.$from) && run(addLastRow)),
      'Shift-Tab': () => run(goToNextCell(-1)),
    }
  },
  addProseMirrorPlugins: () => [
    tableEditing(),
    new Plugin({ appendTransaction: (_, __, state) => settleScopes(state) }),
  ],
})

const tableRow = Node.create({
  name: 'tableRow',
  content: '(tableHeader | tableCell)+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

/** Tables whose headers have a scope. */
export const tableExtensions: Extensions = [
  table,
  tableRow,
  createCell('tableHeader', 'th'),
  createCell('tableCell', 'td'),
]

type Place = { depth: number; node: (depth: number) => DocumentNode }
function isInTable($pos: Place): boolean {
  for (let depth = $pos.depth; depth > 0; depth--) {
    if ($pos.node(depth).type.spec.tableRole === 'table') return true
  }
  return false
}

/** A row like the last one, with the cursor in its first cell: what Tab does at the end of a table. */
const addLastRow: Command = (state, dispatch) => {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth--) {
    const found = $from.node(depth)
    if (found.type.spec.tableRole !== 'table') continue
    const cells: DocumentNode[] = []
    found.lastChild?.forEach((cell) => {
      const empty = cell.type.createAndFill({ colspan: cell.attrs.colspan })
      if (empty) cells.push(empty)
    })
    const end = $from.end(depth)
    const row = state.schema.nodes.tableRow?.create(null, cells)
    if (!row || !dispatch) return row !== undefined
    const transaction = state.tr.insert(end, row)
    dispatch(transaction.setSelection(TextSelection.near(transaction.doc.resolve(end + 2))).scrollIntoView())
    return true
  }
  return false
}

function settleScopes(state: Parameters<Command>[0]) {
  const { tr } = state
  state.doc.descendants((node, position) => {
    if (node.type.spec.tableRole !== 'table') return true
    node.forEach((row, offset, index) => {
      row.forEach((cell, cellOffset) => {
        if (cell.type.spec.tableRole !== 'header_cell' || cell.attrs.scope) return
        tr.setNodeMarkup(position + offset + cellOffset + 2, null, { ...cell.attrs, scope: findScope(index) })
      })
    })
    return true
  })
  return tr.docChanged ? tr : null
}

/** A table with a row of headers, ready to be filled in. */
export function createTable(schema: Schema, rows = 3, columns = 3): DocumentNode | undefined {
  const { table: type, tableRow: rowType, tableHeader, tableCell } = schema.nodes
  const fill = (cell: typeof tableCell, attrs: Attrs) => cell?.createAndFill(attrs) ?? undefined
  const lines = Array.from({ length: rows }, (_, row) => {
    const cells = Array.from({ length: columns }, () =>
      row === 0 ? fill(tableHeader, { scope: findScope(0) }) : fill(tableCell, {}),
    )
    return rowType?.create(
      null,
      cells.filter((cell) => cell !== undefined),
    )
  })
  return type?.create(
    null,
    lines.filter((line) => line !== undefined),
  )
}
