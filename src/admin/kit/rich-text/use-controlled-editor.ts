import { DOMParser, type Node as DocumentNode, type Schema } from '@tiptap/pm/model'
import type { EditorProps } from '@tiptap/pm/view'
import { type Editor, type Extensions, useEditor } from '@tiptap/react'
import { type DependencyList, useEffect, useLayoutEffect, useRef } from 'react'
import { directionOf, type Language } from '#shared/languages.ts'
import { parseInertHtml } from './inert-html.ts'

interface ControlledEditorOptions {
  /** As it is kept outside. */
  html: string
  /** Told of each change; of the very `html` that came in once its writer has undone them all. */
  onChange: ((html: string) => void) | undefined
  /** How the editor reads what is kept, and what is kept of what it writes. */
  read?: (html: string) => string
  write?: (html: string) => string
  extensions: Extensions
  language: Language
  label: string
  readOnly: boolean
  /** Wants to make a link. */
  onLink: () => void
  /** For the style of the text. */
  className?: string
  props?: EditorProps
}

const asItIs = (html: string) => html

/**
 * An editor of a text that is kept outside of it. What `deps` names makes another editor when it changes; the
 * extensions of one cannot be changed.
 */
export function useControlledEditor(options: ControlledEditorOptions, deps: DependencyList = []): Editor {
  const { html, onChange, read = asItIs, write = asItIs, extensions, readOnly } = options
  // The editor writes HTML its own way, so what came in is kept beside how the editor writes it: only what differs
  // from that was changed by a person.
  const loaded = useRef<{ editor?: Editor; html: string; written: string }>({ html, written: '' })
  const current = useRef(html)
  const editor = useEditor(
    {
      extensions,
      // Not as HTML, which tiptap would parse without a Trusted Types policy.
      onBeforeCreate: ({ editor: created }) => {
        created.options.content = readDocument(created.schema, read(html)).toJSON()
      },
      editable: !readOnly,
      // Its style element would need a nonce; the same rules are in the style sheets.
      injectCSS: false,
      editorProps: {
        ...options.props,
        attributes: {
          ...(options.className !== undefined && { class: options.className }),
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': options.label,
          'aria-readonly': String(readOnly),
          lang: options.language,
          dir: directionOf(options.language),
        },
        handleDOMEvents: { keydown: readSelection },
        handleKeyDown(_view, event) {
          if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey)
            return false
          options.onLink()
          return true
        },
      },
      onUpdate: ({ editor: changed }) => {
        const written = changed.getHTML()
        const isAsLoaded = written === loaded.current.written
        current.current = isAsLoaded ? loaded.current.html : changed.isEmpty ? '' : write(written)
        onChange?.(current.current)
      },
    },
    [...deps],
  )

  // A text that comes from elsewhere (an older version, one that the server has cleaned) replaces what is shown; one
  // that says the same leaves the cursor where it is. Before the next letter is typed: later, what comes round from
  // the screen would be older than what is written.
  useLayoutEffect(() => {
    // Where the first picture took longer than a moment, tiptap has given this one up and makes another.
    if (editor.isDestroyed) return
    const isNew = loaded.current.editor !== editor
    if (!isNew && html === current.current) return
    const incoming = readDocument(editor.schema, read(html))
    if (!isNew && !incoming.eq(editor.state.doc)) editor.commands.setContent(incoming, { emitUpdate: false })
    current.current = html
    loaded.current = { editor, html, written: editor.getHTML() }
  }, [editor, html, read])
  useEffect(() => editor.setEditable(!readOnly, false), [editor, readOnly])
  // What watches the editor is told nothing of another in its place, and would go on with the state of the first one.
  useEffect(() => {
    if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr)
  }, [editor])
  return editor
}

/**
 * A browser that is busy tells of a moved cursor only after the keys that were pressed since (Chrome): without this,
 * End and then Enter would break the paragraph where the cursor was before.
 */
function readSelection(_view: unknown, event: KeyboardEvent): false {
  if (!event.isComposing) document.dispatchEvent(new Event('selectionchange'))
  return false
}

/** Reads HTML as tiptap does. */
function readDocument(schema: Schema, html: string): DocumentNode {
  const body = parseInertHtml(html)
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const lineBreaks: Node[] = []
  while (walker.nextNode()) {
    if (/^(\n\s\s|\n)$/.test(walker.currentNode.nodeValue ?? '')) lineBreaks.push(walker.currentNode)
  }
  for (const node of lineBreaks) node.parentNode?.removeChild(node)
  return DOMParser.fromSchema(schema).parse(body)
}
