import {
  type CertificateTexts,
  certificateLines,
  type Fact,
  revocationLines,
  writeCertificate,
} from '#features/signatures/site/certificate/certificate-text.ts'
import type { Holder } from '#features/signatures/site/verify/holder.ts'
import { CheckError } from '#features/signatures/site/verify/steps.ts'

/** What a file says of a certificate, before anything is checked. */
export interface Claims {
  certificate: string
  signature: string
  activatedAt: string
  holder: Holder
  /** Of a text file that names a chain: which, and what it calls the site. */
  chain?: { name: string; siteName: string }
  /** Of a text file that says that it is revoked: when, why, and in which line. */
  revocation?: { at: string; reason: string; line: number }
}

/** The words of the text file in one language, of a site with a name. */
export type TextsOf = (siteName: string) => CertificateTexts

/** What the network of a certificate ends with that is in no chain. */
const ledgerName = ' ledger'
/** Stands for a name where no name can have it. */
const placeholder = '\u0000'
/** Above the facts are the title and an empty line. */
const firstFact = 2
/** Those of a revocation are there only of a revoked one, which the record tells too. */
const factLines: readonly Fact[] = [...certificateLines, ...revocationLines]

/**
 * Reads the text file of a certificate in whichever language it is written. It has to be, letter by letter, what is written
 * of these facts: so nothing beside them can have been changed. Line ends may be those of another system.
 */
export function readTextFile(text: string, languages: readonly TextsOf[]): Claims {
  const tidy = text.replace(/\r\n/g, '\n').replace(/^[ \n\ufeff]+|[ \n]+$/g, '')
  const lines = tidy.split('\n')
  let [nearest, wrongLine] = [-1, 0]
  for (const textsOf of languages) {
    // By the name that the site had when it was issued: the title and the network have to agree on it.
    const siteName = readSiteName(lines[0] ?? '', textsOf)
    const texts = textsOf(siteName)
    const stated = readFact(lines, factLines.indexOf('network'), texts)
    const network = stated.endsWith(ledgerName) ? siteName + ledgerName : stated
    const fact = (name: Fact) => readFact(lines, factLines.indexOf(name), texts)
    const [certificate, signature, activatedAt] = [
      fact('certificateId'),
      fact('signatureId'),
      fact('issuedAt'),
    ]
    const [full_name, organization, position] = [fact('fullName'), fact('organization'), fact('position')]
    const expected = writeCertificate(
      {
        ...{ certificate_id: certificate, signature_id: signature, network, activated_at: activatedAt },
        ...{ full_name, organization, position },
        ...{ revoked_at: fact('revokedAt'), revoke_reason: fact('reason') },
      },
      texts,
    ).trimEnd()
    if (tidy === expected && network !== '') {
      const at = fact('revokedAt')
      const line = firstFact + factLines.indexOf('revokedAt') + 1
      return {
        ...{ certificate, signature, activatedAt, holder: { full_name, organization, position } },
        ...(!network.endsWith(ledgerName) && { chain: { name: network, siteName } }),
        ...(at && { revocation: { at, reason: fact('reason'), line } }),
      }
    }
    const wanted = expected.split('\n')
    const same = wanted.filter((line, place) => line !== '' && line === lines[place]).length
    if (same > nearest) {
      nearest = same
      wrongLine =
        Math.max(
          0,
          [...wanted, ''].findIndex((line, place) => line !== lines[place]),
        ) + 1
    }
  }
  throw nearest < 2
    ? new CheckError('failed', 'unknown_file')
    : new CheckError('failed', 'other_text', { line: wrongLine })
}

/** The name of the site in a title. */
function readSiteName(title: string, textsOf: TextsOf): string {
  const [before = '', after = ''] = textsOf(placeholder).title.split(placeholder)
  const isTitle =
    title.startsWith(before) && title.endsWith(after) && title.length > before.length + after.length
  return isTitle ? title.slice(before.length, title.length - after.length) : ''
}

/** What stands after the label of a line, without the marks that keep its direction to itself. */
function readFact(lines: readonly string[], place: number, { labels }: CertificateTexts): string {
  const fact = factLines[place]
  const label = fact ? `${labels[fact]}: ` : ''
  const line = lines[firstFact + place] ?? ''
  const value = line.startsWith(label) ? line.slice(label.length) : ''
  return /^\u2068(.*)\u2069$/u.exec(value)?.[1] ?? value
}
