import { directionOf, type Language } from '#shared/languages.ts'
import { formatDay } from '#ui/moment.ts'
import { siteLocale } from '#ui/typesetting.ts'
import type { CertificateDocument } from '../contract.ts'
import { openTexts } from './texts.ts'

/** A text that somebody wrote, in its own direction whatever that of the page. */
export interface WrittenText {
  text: string
  direction: 'ltr' | 'rtl'
  /** The letters of each word, and whether a line may end anywhere within it. */
  words: { letters: string[]; isBreakable: boolean }[]
}

/** All that is printed on a certificate. */
export interface CertificatePage {
  language: Language
  /** The language's tag with its region, as the document states it. */
  locale: string
  direction: 'ltr' | 'rtl'
  documentTitle: string
  siteName: WrittenText
  title: string
  issuedTo: string
  holder: WrittenText
  position: WrittenText
  organization: WrittenText
  statement: string
  isRevoked: boolean
  fields: { label: string; value: string; direction: 'ltr' | 'rtl' }[]
  howToCheck: string
  verifyUrl: string
  /** The description of the link. */
  linkText: string
  attachmentText: string
  /** Why the document is signed. */
  signingReason: string
  /** What the certificate's own rosette is drawn from. */
  seed: string
  /** When it was activated, in seconds since 1970: the document's date. */
  activatedAt: number
}

// Marks that turn the reading direction round, line ends and all else that is a command and not a letter. The joiners are
// kept: Hindi, Persian and others are not written right without them.
const commands = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const breakable =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** The text as one line of letters, with the direction of its first one (Unicode UAX #9, P2 and P3). */
export function readWritten(written: string): WrittenText {
  const text = written.replace(/\s+/g, ' ').replace(commands, '').normalize('NFC').trim()
  const first = /\p{L}/u.exec(text)?.[0] ?? ''
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
  return {
    text,
    direction: rightToLeft.test(first) ? 'rtl' : 'ltr',
    words: text.split(' ').map((word) => ({
      letters: Array.from(segmenter.segment(word), ({ segment }) => segment),
      isBreakable: breakable.test(word),
    })),
  }
}

/** Writes all texts of a certificate in its language. */
export function describePage(document: CertificateDocument): CertificatePage {
  const { certificate, language, verifyUrl, anchoredIn } = document
  const t = openTexts(language)
  const moment = (at: string) => t('utc', { moment: formatDay(at, language, 'UTC') })
  const siteName = readWritten(document.siteName)
  const holder = readWritten(certificate.full_name)
  const network = readWritten(certificate.network)
  const direction = directionOf(language)
  const code = (name: string, value: string) => ({
    ...{ label: t(`fields.${name}`), value, direction: 'ltr' as const },
  })
  const revokedAt = certificate.revoked_at
  return {
    ...{ language, verifyUrl, siteName, holder, direction },
    locale: siteLocale(language),
    documentTitle: t('documentTitle', { name: holder.text }),
    title: t('title'),
    issuedTo: t('issuedTo'),
    position: readWritten(certificate.position),
    organization: readWritten(certificate.organization),
    statement: revokedAt === null ? t('statement') : t('revoked', { moment: moment(revokedAt) }),
    isRevoked: revokedAt !== null,
    fields: [
      code('certificate', certificate.certificate_id),
      code('signature', certificate.signature_id),
      code('address', certificate.blockchain_address),
      { label: t('fields.activated'), value: moment(certificate.activated_at), direction },
      { label: t('fields.network'), value: network.text, direction: network.direction },
      {
        label: t('fields.anchor'),
        value: anchoredIn ? t('anchored', { chain: readWritten(anchoredIn).text }) : t('notAnchored'),
        direction,
      },
    ],
    howToCheck: t('howToCheck'),
    linkText: t('link'),
    attachmentText: t('attachment'),
    signingReason: t('reason', { site: siteName.text }),
    seed: certificate.statement_signature,
    activatedAt: Math.floor(Date.parse(certificate.activated_at) / 1000),
  }
}
