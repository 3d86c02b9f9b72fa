import sanitizeHtml from 'sanitize-html'
import {
  isButtonTarget,
  type MailText,
  mailBodyLimit,
  mailPictureLimit,
  type TemplateKind,
} from '#features/mail/contract.ts'
import { listVariables } from '#features/mail/mails/variables.ts'
import { mailVariables } from '#features/mail/model.ts'
import { alternativeTextLimit, pictureSourcePattern } from '#features/media/contract.ts'
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

type Fault = Omit<RefusedField, 'field'>

/** The body of a campaign: it may have pictures of the team and buttons besides, or it is told what is wrong with them. */
function sanitizeCampaignBody(html: string): { body: string; faults: Fault[] } {
  const faults = new Map<string, Fault>()
  const refuse = (code: string, params?: Fault['params']) =>
    faults.set(code, { code, ...(params && { params }) })
  let pictures = 0
  const body = sanitizeHtml(html, {
    ...options,
    allowedTags: [...(options.allowedTags || []), 'img'],
    allowedAttributes: { a: ['href', 'class'], img: ['src', 'alt', 'width', 'height'] },
    transformTags: {
      ...options.transformTags,
      a(tagName, { href = '', class: names = '' }) {
        const isButton = names.split(/\s+/).includes('button')
        if (isButton && !isButtonTarget(href)) refuse('link_invalid')
        return { tagName, attribs: { href, ...(isButton && { class: 'button' }) } }
      },
      img(tagName, { src = '', alt = '', width = '', height = '' }) {
        pictures += 1
        const words = alt.replace(/\s+/g, ' ').trim()
        if (!pictureSourcePattern.test(src)) refuse('picture_unknown')
        if (words === '') refuse('alternative_required')
        if (words.length > alternativeTextLimit)
          refuse('alternative_too_long', { limit: alternativeTextLimit })
        if (pictures > mailPictureLimit) refuse('too_many_pictures', { limit: mailPictureLimit })
        return { tagName, attribs: { src, alt: words, width, height } }
      },
    },
  })
  return { body: body.trim(), faults: [...faults.values()] }
}

/**
 * The text of a mail as it is stored, with its HTML sanitised. @throws {Problem} 422 naming each field that is too long or has a variable that mails
 * of this kind do not have, or a picture or button that cannot be shown
 */
export function cleanMailText(text: MailText, kind: TemplateKind | 'campaign'): MailText {
  const known = new Set<string>(mailVariables[kind])
  const { body, faults } =
    kind === 'campaign'
      ? sanitizeCampaignBody(text.body)
      : { body: sanitizeMailBody(text.body), faults: [] as Fault[] }
  const cleaned = { ...text, body }
  const fields = Object.entries(cleaned).flatMap(([field, value]): RefusedField[] => {
    // Escaping makes a text longer.
    if (field === 'body' && value.length > mailBodyLimit) return [{ field, code: 'too_long' }]
    const name = listVariables(value).find((one) => !known.has(one))
    return name === undefined
      ? []
      : [{ field, code: 'variable_unknown', params: { name: name.slice(0, 40) } }]
  })
  fields.push(...faults.map((fault) => ({ field: 'body', ...fault })))
  if (fields.length > 0) throw new Problem('validation_failed', 422, { fields })
  return cleaned
}
