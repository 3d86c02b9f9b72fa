import type { CSSProperties, ReactNode } from 'react'
import { directionOf, fallbackLanguage, type Language } from '#shared/languages.ts'
import type { BodyElement } from './mail-body.ts'
import { MailBody } from './mail-body-view.tsx'
import { MailButton } from './mail-button.tsx'
import { colors, darkStyles, sans, serifOf } from './mail-styles.ts'
import type { Values } from './variables.ts'

export interface MailProps {
  language: Language
  site: string
  siteUrl: string
  /** The subject, which is also the heading. */
  title: string
  preheader: string
  /** A note above the content, as in a test mail. */
  note: string | undefined
  body: BodyElement[]
  values: Values
  action: { label: string; url: string; fallback: string } | undefined
  /** Whether its seal is stamped, as in the mail about a badge. */
  isSealed: boolean
  /** Why the reader gets it, and who sends it. */
  reasons: string[]
  links: { label: string; url: string }[]
}

/** A mail: one column under a green band. Styles are inline, since some mail programs support no others. */
export function Mail(props: MailProps) {
  const { language, title } = props
  const dir = directionOf(language)
  return (
    <html lang={language} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{title}</title>
        <style>{darkStyles}</style>
      </head>
      <body
        className="sheet"
        style={{ margin: 0, padding: 0, backgroundColor: colors.sheet, wordSpacing: 'normal' }}
      >
        <div style={hidden}>{props.preheader}</div>
        <Table className="sheet" style={{ backgroundColor: colors.sheet }}>
          <td align="center" style={{ padding: '32px 12px' }}>
            <Table
              className="paper"
              style={{ maxWidth: '560px', backgroundColor: colors.paper, border: `1px solid ${colors.rule}` }}
            >
              <td dir={dir} style={startAligned(dir, { padding: 0 })}>
                <Masthead {...props} dir={dir} />
                <Content {...props} dir={dir} />
                <Footer {...props} dir={dir} />
              </td>
            </Table>
          </td>
        </Table>
      </body>
    </html>
  )
}

type Direction = ReturnType<typeof directionOf>
type PartProps<Name extends keyof MailProps> = Pick<MailProps, Name> & { dir: Direction }

/** The style of a cell whose text is aligned to the start of its language's direction. */
function startAligned(dir: Direction, style: CSSProperties): CSSProperties {
  return { textAlign: dir === 'rtl' ? 'right' : 'left', ...style }
}

/** The green band: the name of the site, and the seal. */
function Masthead({ site, siteUrl, isSealed, dir }: PartProps<'site' | 'siteUrl' | 'isSealed'>) {
  return (
    <Table className="panel" style={{ backgroundColor: colors.panel }}>
      <td style={startAligned(dir, { padding: '20px 32px' })}>
        <a
          href={siteUrl}
          style={{
            font: `400 24px/1.2 ${serifOf(fallbackLanguage)}`,
            color: colors.panelText,
            textDecoration: 'none',
          }}
        >
          {site}
        </a>
      </td>
      <td width="76" align={dir === 'rtl' ? 'left' : 'right'} style={{ padding: '0 32px' }}>
        <Seal isStamped={isSealed} />
      </td>
    </Table>
  )
}

type ContentProps = PartProps<'language' | 'title' | 'note' | 'body' | 'values' | 'action'>

/** The content of the mail, and its button. */
function Content({ language, title, note, body, values, action, dir }: ContentProps) {
  const serif = serifOf(language)
  return (
    <Table>
      <td
        className="text"
        style={startAligned(dir, {
          padding: '36px 32px 28px',
          font: `400 16px/1.6 ${sans}`,
          color: colors.text,
        })}
      >
        {note && (
          <p
            className="note"
            style={{
              margin: '0 0 24px',
              padding: '10px 14px',
              border: `1px dashed ${colors.muted}`,
              fontSize: '14px',
            }}
          >
            {note}
          </p>
        )}
        <h1 className="ink" style={{ margin: '0 0 20px', font: `400 30px/1.2 ${serif}`, color: colors.ink }}>
          {title}
        </h1>
        {body.map((node, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: it is drawn once
          <MailBody key={at} node={node} values={values} serif={serif} />
        ))}
        {action && <Action {...action} />}
      </td>
    </Table>
  )
}

/** Why the reader gets the mail, and the links to unsubscribe and to their data. */
function Footer({ reasons, links, dir }: PartProps<'reasons' | 'links'>) {
  return (
    <Table>
      <td
        className="foot"
        style={startAligned(dir, {
          padding: '20px 32px 28px',
          borderTop: `3px double ${colors.rule}`,
          font: `400 13px/1.55 ${sans}`,
          color: colors.muted,
        })}
      >
        {reasons.map((reason) => (
          <p key={reason} style={{ margin: '0 0 10px' }}>
            {reason}
          </p>
        ))}
        {links.map(({ label, url }) => (
          <p key={url} style={{ margin: '0 0 4px' }}>
            <a className="foot" href={url} style={{ color: colors.muted, textDecoration: 'underline' }}>
              {label}
            </a>
          </p>
        ))}
      </td>
    </Table>
  )
}

const hidden: CSSProperties = {
  display: 'none',
  maxHeight: 0,
  maxWidth: 0,
  overflow: 'hidden',
  opacity: 0,
  fontSize: '1px',
  lineHeight: '1px',
}

interface TableProps {
  className?: string
  style?: CSSProperties
  children: ReactNode
}

/** A layout table with one row. */
function Table({ className, style, children }: TableProps) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      className={className}
      style={{ width: '100%', borderCollapse: 'collapse', ...style }}
    >
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  )
}

/** The seal: two rings, in vermilion with a check mark when it is stamped. */
function Seal({ isStamped }: { isStamped: boolean }) {
  const color = isStamped ? colors.onSeal : colors.panelLine
  return (
    <div
      aria-hidden="true"
      style={{
        display: 'inline-block',
        padding: '3px',
        border: `1px solid ${isStamped ? colors.seal : colors.panelLine}`,
        borderRadius: '50%',
      }}
    >
      <div
        style={{
          width: '30px',
          height: '30px',
          border: `1px solid ${isStamped ? colors.seal : colors.panelLine}`,
          borderRadius: '50%',
          backgroundColor: isStamped ? colors.seal : 'transparent',
          font: `400 17px/30px ${sans}`,
          textAlign: 'center',
          color,
        }}
      >
        {isStamped ? '✓' : ''}
      </div>
    </div>
  )
}

function Action({ label, url, fallback }: { label: string; url: string; fallback: string }) {
  return (
    <>
      <MailButton url={url}>{label}</MailButton>
      <p className="foot" style={{ margin: 0, fontSize: '13px', lineHeight: 1.5, color: colors.muted }}>
        {fallback}
        <br />
        <span dir="ltr" style={{ wordBreak: 'break-all' }}>
          {url}
        </span>
      </p>
    </>
  )
}
