import type { CSSProperties, ReactNode } from 'react'
import { colors, sans } from './mail-styles.ts'

/** A link drawn as a button: a table, since some mail programs draw no space around a link. */
export function MailButton({ url, children }: { url: string | undefined; children: ReactNode }) {
  return (
    <table
      role="presentation"
      cellPadding={0}
      cellSpacing={0}
      style={{ margin: '28px 0 20px', borderCollapse: 'separate' }}
    >
      <tbody>
        <tr>
          <td
            className="button"
            style={{ backgroundColor: colors.ink, msoPaddingAlt: '14px 28px' } as CSSProperties}
          >
            <a
              className="button"
              href={url}
              style={{
                display: 'inline-block',
                padding: '14px 28px',
                border: `1px solid ${colors.ink}`,
                backgroundColor: colors.ink,
                font: `400 16px/1.25 ${sans}`,
                color: colors.paper,
                textDecoration: 'none',
              }}
            >
              {children}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  )
}
