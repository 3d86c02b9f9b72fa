import { renderToStaticMarkup } from 'react-dom/server'
import type { MailText } from '#features/mail/contract.ts'
import { Mail } from './mail.tsx'
import { type BodyElement, parseMailBody } from './mail-body.ts'
import { writePlainText } from './plain-text.ts'
import type { MailSheet, RenderedMail } from './sheet.ts'
import { fillIn } from './variables.ts'

// By the text object: the text of a campaign is cached, so its body is parsed once for all its mails.
const parsed = new WeakMap<MailText, { siteUrl: string; body: BodyElement[] }>()

function parseBody(text: MailText, siteUrl: string): BodyElement[] {
  const known = parsed.get(text)
  if (known?.siteUrl === siteUrl) return known.body
  const body = parseMailBody(text.body, siteUrl)
  parsed.set(text, { siteUrl, body })
  return body
}

/** Renders a mail: as an HTML document, and as plain text. */
export function renderMail(sheet: MailSheet): RenderedMail {
  const { language, site, text, values, words } = sheet
  const title = fillIn(text.subject, values)
  const label = fillIn(text.action, values)
  const action =
    label && sheet.actionUrl ? { label, url: sheet.actionUrl, fallback: words.fallback } : undefined
  const body = parseBody(text, site.url)
  const reasons = [words.line, words.reason, words.sender]
  const links = [
    ...(sheet.rightsUrl ? [{ label: words.rights, url: sheet.rightsUrl }] : []),
    ...(sheet.unsubscribeUrl ? [{ label: words.unsubscribe, url: sheet.unsubscribeUrl }] : []),
  ]
  const document = renderToStaticMarkup(
    <Mail
      language={language}
      site={site.name}
      siteUrl={site.url}
      title={title}
      preheader={fillIn(text.preheader, values)}
      note={words.note}
      body={body}
      values={values}
      action={action}
      isSealed={sheet.isSealed}
      reasons={reasons}
      links={links}
    />,
  )
  const parts = [
    words.note ?? '',
    title,
    writePlainText(body, values),
    action ? `${action.label}:\n${action.url}` : '',
    ['-- ', ...reasons, ...links.map(({ label: name, url }) => `${name}:\n${url}`)].join('\n'),
  ]
  return {
    subject: words.subject === undefined ? title : words.subject.replace('{{subject}}', () => title),
    html: `<!doctype html>${document}`,
    text: `${parts.filter((part) => part !== '').join('\n\n')}\n`,
  }
}
