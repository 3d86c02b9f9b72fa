import { directionOf } from '#shared/languages.ts'
import type { PageInput } from '#site/contract.ts'
import { formatNumeral, nameCountry } from '#ui/typesetting.ts'
import { linkWithin } from './link-within.ts'
import type { Mailbox } from './statute.ts'

interface SentenceProps {
  input: PageInput
  /** In `locales/<code>/legal.json`. */
  of: string
  mailbox: Mailbox
}

/** A text of the catalogue, with its mailbox and website as links. Both are written left to right in any script. */
export function Sentence({ input, of, mailbox }: SentenceProps) {
  const { facts, language, t } = input
  const { company } = facts
  // Names and addresses keep their own direction, and their last full stop its side, within a sentence in Arabic.
  const isolate = (value: string) => (directionOf(language) === 'rtl' ? `\u2068${value}\u2069` : value)
  const address = facts.mailboxes[mailbox]
  const website = new URL(facts.publicUrl).host
  const rights = `${website}/${language}/rights`
  const sentence = t(`legal:${of}`, {
    rights,
    company: isolate(company.name ?? ''),
    address: isolate(company.address),
    register: isolate(company.register ?? ''),
    country: company.governingLaw ? nameCountry(company.governingLaw, language) : '',
    viewDays: formatNumeral(facts.viewDays, language),
    backupDays: formatNumeral(facts.backupDays ?? 0, language),
    website,
    mailbox: address,
  })
  return linkWithin(sentence, {
    [address]: `mailto:${address}`,
    [rights]: `/${language}/rights`,
    [website]: `/${language}/`,
  }).map(({ text, href }, index) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places
      <a href={href} dir="ltr" key={index}>
        {text}
      </a>
    ) : (
      text
    ),
  )
}
