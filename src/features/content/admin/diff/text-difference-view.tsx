import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { directionOf, type Language } from '#shared/languages.ts'
import styles from './difference.module.css'
import { foldUnchanged } from './fold-unchanged.ts'
import { parseRichText, type RichElement, type RichNode } from './rich-tree.ts'
import { type BlockDifference, compareTexts, compareWords, type Run } from './text-difference.ts'

interface TextDifferenceProps {
  before: string
  after: string
  language: Language
  label: string
}

/** The difference of two rich texts: additions underlined, removals struck through, unchanged parts folded. */
export function TextDifference({ before, after, language, label }: TextDifferenceProps) {
  const { t } = useTexts()
  const folds = useMemo(
    () => foldUnchanged(compareTexts(parseRichText(before), parseRichText(after), language)),
    [before, after, language],
  )
  return (
    <section className={styles.text} lang={language} dir={directionOf(language)} aria-label={label}>
      {folds.map(({ isFolded, blocks }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no name but their place
        const shown = blocks.map((block, place) => <Block key={place} difference={block} />)
        if (isFolded) {
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Folded key={index} summary={t('history.difference.folded', { count: blocks.length })}>
              {shown}
            </Folded>
          )
        }
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        return <Fragment key={index}>{shown}</Fragment>
      })}
    </section>
  )
}

/** Unchanged blocks, folded until they are opened. */
export function Folded({ summary, children }: { summary: string; children: ReactNode }) {
  const { language } = useTexts()
  return (
    <details className={styles.folded}>
      <summary lang={language} dir={directionOf(language)}>
        {summary}
      </summary>
      {children}
    </details>
  )
}

/** The difference of two plain texts. */
export function WordDifference({ before, after, language }: Omit<TextDifferenceProps, 'label'>) {
  const runs = useMemo(() => compareWords(before, after, language), [before, after, language])
  return (
    <span className={styles.words} lang={language} dir={directionOf(language)}>
      <Line runs={runs} />
    </span>
  )
}

/** Blocks as they are, in the direction of their language. */
export function Blocks({ blocks, language }: { blocks: readonly RichElement[]; language: Language }) {
  return (
    <div className={styles.text} lang={language} dir={directionOf(language)}>
      {blocks.map((element, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no name but their place
        <Fragment key={place}>{frame(element, element.children.map(renderNode))}</Fragment>
      ))}
    </div>
  )
}

/** The differences of some blocks, in the direction of their language. */
export function BlocksDifference({
  differences,
  language,
}: {
  differences: readonly BlockDifference[]
  language: Language
}) {
  return (
    <div className={styles.text} lang={language} dir={directionOf(language)}>
      {differences.map((difference, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no name but their place
        <Block key={place} difference={difference} />
      ))}
    </div>
  )
}

function Block({ difference }: { difference: BlockDifference }) {
  const { element, line, parts } = difference
  if (line) return frame(element, <Line runs={line} />)
  // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no name but their place
  const shown = parts?.map((part, place) => <Block key={place} difference={part} />)
  return frame(element, element.tag === 'table' ? <tbody>{shown}</tbody> : shown)
}

function Line({ runs }: { runs: Run[] }) {
  const { t, language } = useTexts()
  return runs.map(({ change, nodes }, index) => {
    const words = nodes.map(renderNode)
    // biome-ignore lint/suspicious/noArrayIndexKey: runs have no name but their place
    if (change === 'same') return <Fragment key={index}>{words}</Fragment>
    const Mark = change === 'added' ? 'ins' : 'del'
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Mark key={index}>
        <VisuallyHidden>
          <span lang={language}>
            {t(change === 'added' ? 'history.difference.added' : 'history.difference.removed')}{' '}
          </span>
        </VisuallyHidden>
        {words}
      </Mark>
    )
  })
}

// The texts may be unsaved and therefore unsanitised, so only harmless elements are drawn.
const drawn = new Set([
  ...['h1', 'h2', 'h3', 'h4', 'p', 'hr', 'ul', 'ol', 'li', 'blockquote', 'pre', 'div', 'aside', 'figure'],
  ...['figcaption', 'table', 'tr', 'th', 'td', 'strong', 'em', 'u', 's', 'code', 'sub', 'sup', 'br'],
])

function frame({ tag, attributes }: RichElement, children: ReactNode): ReactNode {
  if (tag === '') return <p>{children}</p>
  if (!drawn.has(tag)) return <span>{children}</span>
  if (tag === 'hr' || tag === 'br') return createElement(tag)
  const { class: className, colspan, rowspan, start } = attributes
  return createElement(
    tag,
    {
      ...(className && { className }),
      ...(colspan && { colSpan: Number(colspan) || 1 }),
      ...(rowspan && { rowSpan: Number(rowspan) || 1 }),
      ...(start && { start: Number(start) || 1 }),
    },
    children,
  )
}

function renderNode(node: RichNode, index: number): ReactNode {
  if (typeof node === 'string') return <Fragment key={index}>{node}</Fragment>
  const { tag, attributes, children } = node
  if (tag === 'img') return <Picture key={index} attributes={attributes} />
  const inner = children.length > 0 ? children.map(renderNode) : undefined
  if (tag === 'a') {
    return (
      <span key={index} className={styles.link} title={attributes.href}>
        {inner}
      </span>
    )
  }
  return <Fragment key={index}>{frame(node, inner)}</Fragment>
}

function Picture({ attributes: { src = '', alt = '' } }: { attributes: RichElement['attributes'] }) {
  return /^(\/(?!\/)|https?:)/.test(src) ? <img src={src} alt={alt} loading="lazy" /> : <span>{alt}</span>
}
