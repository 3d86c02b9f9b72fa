import { type CSSProperties, Fragment, type ReactNode } from 'react'
import type { BodyElement, BodyNode } from './mail-body.ts'
import { MailButton } from './mail-button.tsx'
import { colors } from './mail-styles.ts'
import { fillIn, splitText, type Values } from './variables.ts'

interface MailBodyProps {
  node: BodyNode
  values: Values
  serif: string
}

/** A part of a mail body, with inline styles. */
export function MailBody({ node, values, serif }: MailBodyProps): ReactNode {
  if (typeof node === 'string') {
    return splitText(node, values, { keepsLines: true }).map(({ words, isValue }, at) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: it is drawn once
      isValue ? <Value key={at} lines={words.split('\n')} /> : words,
    )
  }
  const inner = node.children.map((child, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: it is drawn once
    <MailBody key={at} node={child} values={values} serif={serif} />
  ))
  const heading = (size: number): CSSProperties => ({
    margin: '28px 0 12px',
    font: `400 ${size}px/1.25 ${serif}`,
    color: colors.ink,
  })
  switch (node.tag) {
    case 'h2':
      return (
        <h2 className="ink" style={heading(22)}>
          {inner}
        </h2>
      )
    case 'h3':
      return (
        <h3 className="ink" style={heading(18)}>
          {inner}
        </h3>
      )
    case 'ul':
      return <ul style={list}>{inner}</ul>
    case 'ol':
      return <ol style={list}>{inner}</ol>
    case 'li':
      // A paragraph in it would have a margin and not align with its number.
      return (
        <li style={{ margin: '0 0 8px', padding: 0 }}>
          {node.children.flatMap(itemWords).map((child, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: it is drawn once
            <MailBody key={at} node={child} values={values} serif={serif} />
          ))}
        </li>
      )
    case 'strong':
      return (
        <strong className="ink" style={{ fontWeight: 700, color: colors.ink }}>
          {inner}
        </strong>
      )
    case 'em':
      return <em>{inner}</em>
    case 'br':
      return <br />
    case 'a':
      return (
        <a className="ink" href={node.href} style={{ color: colors.ink, textDecoration: 'underline' }}>
          {inner}
        </a>
      )
    case 'img':
      return <Picture element={node} values={values} />
    case 'button':
      return <MailButton url={node.href}>{inner}</MailButton>
    case 'p':
      return <p style={{ margin: '0 0 16px' }}>{inner}</p>
  }
}

/**
 * A picture that shrinks with the mail, also while its place is taken by its alternative text. Its size is named twice, since
 * Outlook reads the attributes only.
 */
function Picture({ element: { picture, href }, values }: { element: BodyElement; values: Values }) {
  if (!picture) return null
  const { src, alt, width, height } = picture
  const style = { display: 'block', width: '100%', maxWidth: `${width}px`, height: 'auto', border: 0 }
  const size = { width, height, style }
  // Without the low priority, React would add a link to the head that preloads it.
  const image = <img src={src} alt={fillIn(alt, values)} {...size} fetchPriority="low" />
  return (
    <div style={{ margin: '0 0 20px' }}>
      {href === undefined ? (
        image
      ) : (
        <a className="ink" href={href} style={{ color: colors.ink }}>
          {image}
        </a>
      )}
    </div>
  )
}

/** A value, whose direction is its own. */
function Value({ lines }: { lines: string[] }) {
  return (
    <bdi>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: it is drawn once
        <Fragment key={at}>
          {at > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </bdi>
  )
}

const list: CSSProperties = { margin: '0 0 20px', paddingInlineStart: '24px' }

function itemWords(node: BodyNode, at: number): BodyNode[] {
  if (typeof node === 'string' || node.tag !== 'p') return [node]
  return at === 0 ? node.children : [{ tag: 'br', children: [] }, ...node.children]
}
