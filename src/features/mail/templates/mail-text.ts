import sanitizeHtml from 'sanitize-html'
import { type MailText, mailBodyLimit } from '#features/mail/contract.ts'
import { listVariables } from '#features/mail/mails/variables.ts'
import type { MailVariable } from '#features/mail/model.ts'
import { Problem, type RefusedField } from '#shared/problem.ts'

const options: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'strong', 'em', 'br', 'a'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'title',
    'iframe',
    'svg',
    'math',
  ],
  // Deeper nesting only serves to exhaust mail programs.
  nestingLimit: 20,
  transformTags: { b: 'strong', i: 'em', h1: 'h2', h4: 'h3', div: 'p' },
  // A link needs an absolute address or a path of the site; the text of any other link stays without the link.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'a' && !/^(https?:\/\/|mailto:|\/(?![/\\]))[^{}]+$/i.test(attribs.href ?? '') && 'excludeTag',
}

/** The body of a mail, reduced to the allowed elements. */
export function sanitizeMailBody(html: string): string {
  return sanitizeHtml(html, options).trim()
}

/**
 * The text of a mail as it is stored, with its HTML sanitised. @throws {Problem} 422 naming each field that is too long or has a variable that mails
 * of this kind do not have
 */
export function cleanMailText(text: MailText, variables: readonly MailVariable[]): MailText {
  const known = new Set<string>(variables)
  const cleaned = { ...text, body: sanitizeMailBody(text.body) }
  const fields = Object.entries(cleaned).flatMap(([field, value]): RefusedField[] => {
    // Escaping makes a text longer.
    if (field === 'body' && value.length > mailBodyLimit) return [{ field, code: 'too_long' }]
    const name = listVariables(value).find((one) => !known.has(one))
    return name === undefined
      ? []
      : [{ field, code: 'variable_unknown', params: { name: name.slice(0, 40) } }]
  })
  if (fields.length > 0) throw new Problem('validation_failed', 422, { fields })
  return cleaned
}
