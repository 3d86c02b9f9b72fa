import type { Language } from '#shared/languages.ts'
import { LatentImage } from '#ui/engraving.tsx'
import { hasJoinedLetters } from '#ui/typesetting.ts'
import { isJson, type Json } from './json.ts'
import { formatMoment } from './verification-steps.tsx'
import { fill, type VerificationTexts } from './verification-texts.ts'
import type { Verification } from './verify.ts'

interface VerdictProps {
  texts: VerificationTexts
  language: Language
  origin: string
  result: Verification | undefined
  /** Whether a file was verified, which may contain another badge than the page's. */
  isFile: boolean
}

/**
 * The result of all steps. Before that, the word is hidden in a pattern of lines; it becomes readable only when the badge
 * is valid.
 */
export function Verdict({ texts, language, origin, result, isFile }: VerdictProps) {
  const verdict = result?.verdict
  return (
    <div className="verdict" data-verdict={verdict} role="status">
      <LatentImage
        word={texts[`verify.verdicts.${verdict ?? 'valid'}.word`]}
        spread={!hasJoinedLetters(language)}
        proven={verdict === 'valid'}
      />
      {result && verdict && (
        <div>
          <h3>{texts[`verify.verdicts.${verdict}.title`]}</h3>
          <p>{texts[`verify.verdicts.${verdict}.text`]}</p>
          {isFile && verdict !== 'invalid' && result.credential && (
            <FileFacts texts={texts} language={language} origin={origin} credential={result.credential} />
          )}
        </div>
      )}
    </div>
  )
}

interface FileFactsProps extends Pick<VerdictProps, 'texts' | 'language' | 'origin'> {
  credential: Json
}

/** The content of a valid file, and a link to the page of its badge. */
function FileFacts({ texts, language, origin, credential }: FileFactsProps) {
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
