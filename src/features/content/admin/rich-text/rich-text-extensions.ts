import Link from '@tiptap/extension-link'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import { type Extensions, Mark, mergeAttributes, Node } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import type { PictureAttributes } from '#features/content/admin/parts/picture-dialog.tsx'
import { pictureSourcePattern } from '#features/media/contract.ts'
import { tableExtensions } from './rich-text-tables.ts'

// The editor must keep everything that the server accepts, even without a button in the toolbar: opening and saving a
// text must not lose what was written through the API.

function createMark(name: string, tag: string, style?: { [property: string]: string }) {
  const [property, value] = Object.entries(style ?? {})[0] ?? []
  return Mark.create({
    name,
    parseHTML: () => [{ tag }, ...(property ? [{ style: `${property}=${value}` }] : [])],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  })
}

/** A link; with the class `button` it is drawn as one. */
const link = Link.extend({
  inclusive: () => false,
  addAttributes: () => ({
    href: { default: null },
    class: {
      default: null,
      parseHTML: (element) => (element.classList.contains('button') ? 'button' : null),
    },
  }),
}).configure({
  openOnClick: false,
  defaultProtocol: 'https',
  HTMLAttributes: { target: null, rel: null, class: null },
  isAllowedUri: (address) => /^(https?:|mailto:|tel:|#|\/(?![/\\]))/i.test(address),
})

const callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    tone: {
      default: 'note',
      parseHTML: (element: HTMLElement) => (element.classList.contains('warning') ? 'warning' : 'note'),
      renderHTML: ({ tone }) => ({ class: tone === 'warning' ? 'callout warning' : 'callout' }),
    },
  }),
  parseHTML: () => [{ tag: 'div.callout' }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes), 0],
})

function readFigure(element: HTMLElement): PictureAttributes | false {
  const picture = element.querySelector('img')
  const attribute = (name: string) => picture?.getAttribute(name) ?? ''
  const [src, alt] = [attribute('src'), attribute('alt').trim()]
  const [width, height] = [Number(attribute('width')), Number(attribute('height'))]
  // The same rule as the server's, which would drop anything else.
  if (!pictureSourcePattern.test(src) || alt === '' || !(width > 0 && height > 0)) return false
  return { src, alt, width, height }
}

/** A picture with its caption, which may stay empty. */
const figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  isolating: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: '' },
    alt: { default: '' },
    width: { default: 0 },
    height: { default: 0 },
  }),
  parseHTML: () => [
    {
      tag: 'figure',
      getAttrs: (element) => readFigure(element) && { ...readFigure(element) },
      contentElement: (element) =>
        (element instanceof Element && element.querySelector<HTMLElement>('figcaption')) ||
        document.createElement('figcaption'),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => [
    'figure',
    ['img', mergeAttributes(HTMLAttributes, { draggable: null })],
    ['figcaption', 0],
  ],
  addKeyboardShortcuts() {
    const findFigure = () => {
      const { $from } = this.editor.state.selection
      return $from.parent.type === this.type ? $from : undefined
    }
    return {
      // Enter starts a new paragraph; splitting the figure would duplicate the picture.
      Enter: () => {
        const $from = findFigure()
        const paragraph = this.editor.schema.nodes.paragraph?.create()
        if (!$from || !paragraph) return false
        const after = $from.after()
        const transaction = this.editor.state.tr.insert(after, paragraph)
        const selection = TextSelection.create(transaction.doc, after + 1)
        this.editor.view.dispatch(transaction.setSelection(selection).scrollIntoView())
        return true
      },
      Backspace: () => {
        const $from = findFigure()
        if (!$from || !this.editor.state.selection.empty || $from.parentOffset > 0) return false
        return this.editor.commands.setNodeSelection($from.before())
      },
    }
  },
  addProseMirrorPlugins() {
    const select = (position: number) => this.editor.commands.setNodeSelection(position)
    return [
      new Plugin({
        props: {
          handleClickOn: (_view, _position, node, nodePosition, event) =>
            node.type === this.type &&
            event.target instanceof HTMLImageElement &&
            this.editor.isEditable &&
            select(nodePosition),
        },
      }),
    ]
  },
})

/** What a text may consist of; the same as the server's allow-list. */
export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4] },
    link: false,
    // Otherwise an empty paragraph is added to the end of every text and saved.
    trailingNode: false,
    dropcursor: { color: 'var(--line)', width: 2 },
  }),
  link,
  createMark('subscript', 'sub', { 'vertical-align': 'sub' }),
  createMark('superscript', 'sup', { 'vertical-align': 'super' }),
  callout,
  figure,
  ...tableExtensions,
]
