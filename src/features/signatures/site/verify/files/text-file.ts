import {
  type CertificateTexts,
  certificateLines,
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
}

/** The words of the text file in one language, of a site with a name. */
export type TextsOf = (siteName: string) => CertificateTexts

/** Above the facts are the title and an empty line. */
const firstFact = 2

/**
 * Reads the text file of a certificate in whichever language it is written. It has to be, letter by letter, what is written
 * of these facts: so nothing beside them can have been changed. Line ends may be those of another system.
 */
export function readTextFile(text: string, languages: readonly TextsOf[]): Claims {
  const tidy = text.replace(/\r\n/g, '\n').replace(/^[ \n\ufeff]+|[ \n]+$/g, '')
  const lines = tidy.split('\n')
  let [nearest, wrongLine] = [-1, 0]
  for (const textsOf of languages) {
    const network = readFact(lines, 2, textsOf(''))
    // By the name that the site had when it was issued: the title and the network have to agree on it.
    const texts = textsOf(network.replace(/ ledger$/, ''))
    const fact = (name: (typeof certificateLines)[number]) =>
      readFact(lines, certificateLines.indexOf(name), texts)
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
      },
      texts,
    ).trimEnd()
    if (tidy === expected && network.endsWith(' ledger')) {
      return { certificate, signature, activatedAt, holder: { full_name, organization, position } }
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

/** What stands after the label of a line, without the marks that keep its direction to itself. */
function readFact(lines: readonly string[], place: number, { labels }: CertificateTexts): string {
  const fact = certificateLines[place]
  const label = fact ? `${labels[fact]}: ` : ''
  const line = lines[firstFact + place] ?? ''
  const value = line.startsWith(label) ? line.slice(label.length) : ''
  return /^\u2068(.*)\u2069$/u.exec(value)?.[1] ?? value
}
