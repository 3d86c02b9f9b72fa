import type { ReactNode } from 'react'
import type { Language } from '#shared/languages.ts'
import { LatentImage } from '#ui/engraving.tsx'
import { hasJoinedLetters } from '#ui/typesetting.ts'
import type { VerificationTexts } from './verification-texts.ts'
import type { Verification } from './verify.ts'

interface VerdictProps {
  texts: VerificationTexts
  language: Language
  result: Verification | undefined
  /** What to add to the result. */
  children?: ReactNode
}

/**
 * The result of all steps. Before that, the word is hidden in a pattern of lines; it becomes readable only when the badge
 * is valid.
 */
export function Verdict({ texts, language, result, children }: VerdictProps) {
  const verdict = result?.verdict
  return (
    <div className="verdict" data-verdict={verdict} role="status">
      <LatentImage
        word={texts[`verify.verdicts.${verdict ?? 'valid'}.word`]}
        spread={!hasJoinedLetters(language)}
        proven={verdict === 'valid'}
      />
      {verdict && (
        <div>
          <h3>{texts[`verify.verdicts.${verdict}.title`]}</h3>
          <p>{texts[`verify.verdicts.${verdict}.text`]}</p>
          {children}
        </div>
      )}
    </div>
  )
}
