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
 * @param siteName the name of this site, for titles of certificates whose network is a chain
 */
export function readTextFile(text: string, languages: readonly TextsOf[], siteName: string): Claims {
  const tidy = text.replace(/\r\n/g, '\n').replace(/^[ \n\ufeff]+|[ \n]+$/g, '')
  const lines = tidy.split('\n')
  let [nearest, wrongLine] = [-1, 0]
  for (const textsOf of languages) {
    const network = readFact(lines, 2, textsOf(siteName))
    // The site may have had another name when the certificate was issued.
    for (const name of new Set([network.replace(/ ledger$/, ''), siteName])) {
      const texts = textsOf(name)
      const [certificate, signature, , activatedAt, full_name, organization, position] = certificateLines.map(
        (_, place) => readFact(lines, place, texts),
      ) as Seven
      const expected = writeCertificate(
        {
          ...{ certificate_id: certificate, signature_id: signature, network, activated_at: activatedAt },
          ...{ full_name, organization, position },
        },
        texts,
      )
      if (tidy === expected.trimEnd()) {
        return { certificate, signature, activatedAt, holder: { full_name, organization, position } }
      }
      const wanted = expected.trimEnd().split('\n')
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
  }
  throw nearest < 2
    ? new CheckError('failed', 'unknown_file')
    : new CheckError('failed', 'other_text', { line: wrongLine })
}

type Seven = [string, string, string, string, string, string, string]

/** What stands after the label of a line, without the marks that keep its direction to itself. */
function readFact(lines: readonly string[], place: number, { labels }: CertificateTexts): string {
  const fact = certificateLines[place]
  const label = fact ? `${labels[fact]}: ` : ''
  const line = lines[firstFact + place] ?? ''
  const value = line.startsWith(label) ? line.slice(label.length) : ''
  return /^\u2068(.*)\u2069$/u.exec(value)?.[1] ?? value
}
