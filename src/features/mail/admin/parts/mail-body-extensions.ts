import { type Extensions, InputRule, Node } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { linkAddress } from './mail-body-addresses.ts'
import { mailBodyInserts } from './mail-body-inserts.ts'

interface VariableOptions {
  /** The label of each variable in the admin's language; other variables are unknown. */
  labels: Record<string, string>
}

/** A variable, as an element of the editor. */
const variable = Node.create<VariableOptions>({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ labels: {} }),
  addAttributes: () => ({
    name: {
      default: '',
      parseHTML: (element: HTMLElement) => element.dataset.variable,
      renderHTML: ({ name }) => ({ 'data-variable': name }),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-variable]' }],
  renderHTML: ({ node, HTMLAttributes }) => ['span', HTMLAttributes, `{{${node.attrs.name}}}`],
  renderText: ({ node }) => `{{${node.attrs.name}}}`,
  addNodeView() {
    const { labels } = this.options
    return ({ node }) => {
      const name = String(node.attrs.name)
      const dom = document.createElement('span')
      dom.dataset.variable = name
      dom.dataset.unknown = String(labels[name] === undefined)
      dom.textContent = labels[name] ?? `{{${name}}}`
      return { dom }
    }
  },
  addInputRules() {
    return [
      new InputRule({
        find: /\{\{\s*(\w+)\s*\}\}$/,
        handler({ range, match, chain }) {
          chain()
            .deleteRange(range)
            .insertContentAt(range.from, { type: 'variable', attrs: { name: match[1] } })
            .run()
        },
      }),
    ]
  },
})

/** The elements of a mail body; the same as the server's list. */
export const mailBodyExtensions = (labels: Record<string, string>, hasInserts: boolean): Extensions => [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    ...({ blockquote: false, code: false, codeBlock: false, horizontalRule: false } as const),
    ...({ strike: false, underline: false, trailingNode: false } as const),
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: (address) => linkAddress.test(address),
    },
    dropcursor: { color: 'var(--seal-text)', width: 2 },
  }),
  variable.configure({ labels }),
  ...(hasInserts ? mailBodyInserts : []),
]
