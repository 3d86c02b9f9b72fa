import { isJson, type Json } from '#features/badges/site/parts/proof/json.ts'
import type { Language } from '#shared/languages.ts'
import { formatMoment } from './verification-steps.tsx'
import { fill, type VerificationTexts } from './verification-texts.ts'

interface FileFactsProps {
  texts: VerificationTexts
  language: Language
  origin: string
  credential: Json
}

/** The content of a valid file, and a link to the page of its badge. */
export function FileFacts({ texts, language, origin, credential }: FileFactsProps) {
  const { id, credentialSubject: subject, validFrom } = credential
  const achievement = isJson(subject) ? subject.achievement : undefined
  const name = isJson(achievement) ? String(achievement.name) : ''
  const [, award] = /^\/credentials\/([\w-]{36})\.json$/.exec(String(id).slice(origin.length)) ?? []
  return (
    <>
      <p>
        <bdi>
          {fill(texts['file.says'], { badge: name, date: formatMoment(String(validFrom), language) })}
        </bdi>
      </p>
      {award && (
        <p>
          <a href={`/${language}/badges/${award}`}>{texts['file.page']}</a>
        </p>
      )}
    </>
  )
}
