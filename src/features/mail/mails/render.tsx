import { renderToStaticMarkup } from 'react-dom/server'
import { Mail } from './mail.tsx'
import { parseMailBody } from './mail-body.ts'
import { writePlainText } from './plain-text.ts'
import type { MailSheet, RenderedMail } from './sheet.ts'
import { fillIn } from './variables.ts'

/** Writes a mail out: as a document for programs that show HTML, and as text for all others. */
export function renderMail(sheet: MailSheet): RenderedMail {
  const { language, site, text, values, words } = sheet
  const title = fillIn(text.subject, values)
  const label = fillIn(text.action, values)
  const action =
    label && sheet.actionUrl ? { label, url: sheet.actionUrl, fallback: words.fallback } : undefined
  const body = parseMailBody(text.body, site.url)
  const reasons = [words.reason, words.sender]
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
