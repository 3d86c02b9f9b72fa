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
  /** Whether a file was verified, which may be another badge than the page's. */
  isFile: boolean
}

/**
 * What the steps come to. Until then a word lies hidden in ruled lines, by their direction alone; it swells to be read
 * only when the badge is proven.
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

/** What a file that is right says, and the page where the same badge is. */
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
