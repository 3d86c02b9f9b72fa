import type { Language } from '#shared/languages.ts'
import { formatNumeral } from './typesetting.ts'

/** How a step of a verification has ended. `impossible`: it could not be done. `skipped`: one before it did not pass. */
export type StepOutcome = keyof typeof marks

/** A step as it is shown. */
interface ShownStep {
  name: string
  title: string
  /** Its purpose, and once it has ended its result. */
  text?: string | undefined
  /** What can be compared with the output of another verifier. */
  evidence?: string | undefined
  /** Where on another site it can be looked up. */
  link?: { href: string; label: string } | undefined
  /** Undefined until it has ended. */
  outcome?: StepOutcome | undefined
  /** Instead of the usual word for its outcome. */
  word?: string | undefined
}

interface StepListProps {
  steps: readonly ShownStep[]
  language: Language
  label: string
  /** The word for each outcome. */
  outcomes: Readonly<Record<StepOutcome, string>>
  isShort?: boolean | undefined
}

/** The steps of a verification, each with its result once it has ended. Its styles are in `verification.css`. */
export function StepList({ steps, language, label, outcomes, isShort }: StepListProps) {
  return (
    <ol className="verification-steps" data-short={isShort || undefined} aria-label={label}>
      {steps.map(({ name, title, text, evidence, link, outcome, word }, index) => (
        <li key={name} data-outcome={outcome}>
          <span className="numeral" aria-hidden="true">
            {formatNumeral(index + 1, language)}
          </span>
          <div>
            <h3>{title}</h3>
            {text && <p>{text}</p>}
            {evidence && <code dir="ltr">{evidence}</code>}
            {link && (
              <p>
                <a href={link.href} target="_blank" rel="noopener noreferrer">
                  {link.label}
                </a>
              </p>
            )}
          </div>
          {outcome && <OutcomeLabel outcome={outcome} word={word ?? outcomes[outcome]} />}
        </li>
      ))}
    </ol>
  )
}

const marks = {
  passed: 'M3 8.5 6.5 12 13 4.5',
  failed: 'M4 4 12 12M12 4 4 12',
  impossible: 'M8 3v6m0 3v1.2',
  skipped: 'M4 8h8',
}

/** How a step has ended, as a mark and a word. */
export function OutcomeLabel({ outcome, word }: { outcome: StepOutcome; word: string }) {
  return (
    <span className="outcome">
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        aria-hidden="true"
      >
        <path d={marks[outcome]} />
      </svg>
      {word}
    </span>
  )
}
