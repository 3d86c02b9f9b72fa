import { DOMParser, type Node as DocumentNode, type Schema } from '@tiptap/pm/model'
import type { EditorProps } from '@tiptap/pm/view'
import { type Editor, type Extensions, useEditor } from '@tiptap/react'
import { type DependencyList, useEffect, useLayoutEffect, useRef } from 'react'
import { directionOf, type Language } from '#shared/languages.ts'
import { parseInertHtml } from './inert-html.ts'

interface ControlledEditorOptions {
  /** The text as its owner stores it. */
  html: string
  /** Called at each change; with the original `html` once all changes are undone. */
  onChange: ((html: string) => void) | undefined
  /** Converts the stored text to the editor's HTML, and back. */
  read?: (html: string) => string
  write?: (html: string) => string
  extensions: Extensions
  language: Language
  label: string
  readOnly: boolean
  /** Called by the shortcut for links. */
  onLink: () => void
  /** The class of the text. */
  className?: string
  props?: EditorProps
}

const asItIs = (html: string) => html

/**
 * An editor as a controlled component. It is created again when one of `deps` changes, since its extensions cannot be
 * changed.
 */
export function useControlledEditor(options: ControlledEditorOptions, deps: DependencyList = []): Editor {
  const { html, onChange, read = asItIs, write = asItIs, extensions, readOnly } = options
  // The editor normalizes HTML. The loaded text and its normalized form are stored, so that only changes by the user
  // are reported.
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

  // A text from outside (an older version, a sanitised one) replaces the content; an equal one keeps the cursor. In a
  // layout effect, because after the next key the text of the screen would be older than that of the editor.
  useLayoutEffect(() => {
    // If the first render took long, tiptap has destroyed this editor and creates another.
    if (editor.isDestroyed) return
    const isNew = loaded.current.editor !== editor
    if (!isNew && html === current.current) return
    const incoming = readDocument(editor.schema, read(html))
    if (!isNew && !incoming.eq(editor.state.doc)) editor.commands.setContent(incoming, { emitUpdate: false })
    current.current = html
    loaded.current = { editor, html, written: editor.getHTML() }
  }, [editor, html, read])
  useEffect(() => editor.setEditable(!readOnly, false), [editor, readOnly])
  // Subscribers are not notified when the editor is replaced; an empty transaction makes them read its state.
  useEffect(() => {
    if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr)
  }, [editor])
  return editor
}

/**
 * A busy Chrome reports a moved cursor only after later keys: without this, End followed by Enter would split the
 * paragraph at the previous position.
 */
function readSelection(_view: unknown, event: KeyboardEvent): false {
  if (!event.isComposing) document.dispatchEvent(new Event('selectionchange'))
  return false
}

/** Parses HTML as tiptap does. */
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
