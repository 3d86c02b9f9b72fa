import type { Language } from '#shared/languages.ts'
import { formatNumeral, siteLocale } from '#ui/typesetting.ts'
import { type Step, type StepName, stepNames } from './steps.ts'
import { fill, type VerificationTexts } from './verification-texts.ts'

interface VerificationStepsProps {
  texts: VerificationTexts
  language: Language
  /** The finished steps. */
  steps: Step[]
  isOver: boolean
  /** Only what each step is called and how it ended. */
  isShort?: boolean
}

/** The detail of each step that can be compared with the output of another verifier. */
const evidence: Partial<Record<StepName, string>> = {
  credential: 'id',
  issuer: 'did',
  key: 'key',
  digest: 'hash',
}

/** The steps of a verification: the purpose of each, and once it is finished its result. */
export function VerificationSteps({ texts, language, steps, isOver, isShort }: VerificationStepsProps) {
  return (
    <ol
      className="verification-steps"
      data-short={isShort || undefined}
      aria-label={texts['verify.steps_label']}
    >
      {stepNames.map((name, index) => {
        const step = steps.find((one) => one.name === name)
        const outcome = step?.outcome ?? (isOver ? 'skipped' : undefined)
        const shown = step?.facts[evidence[name] ?? '']
        return (
          <li key={name} data-outcome={outcome}>
            <span className="numeral" aria-hidden="true">
              {formatNumeral(index + 1, language)}
            </span>
            <div>
              <h3>{texts[`verify.steps.${name}.title`]}</h3>
              {!isShort && (
                <>
                  <p>{step ? describeStep(step, texts, language) : texts[`verify.steps.${name}.aim`]}</p>
                  {shown && <code dir="ltr">{shown}</code>}
                </>
              )}
            </div>
            {outcome && <Outcome texts={texts} outcome={outcome} />}
          </li>
        )
      })}
    </ol>
  )
}

/** What a step has found, as a sentence. */
export function describeStep(step: Step, texts: VerificationTexts, language: Language): string {
  const sentence = step.reason
    ? texts[`verify.errors.${step.reason}`]
    : texts[`verify.steps.${step.name}.passed`]
  const { statements, index, date, ...facts } = step.facts
  const number = new Intl.NumberFormat(siteLocale(language))
  return fill(sentence, {
    ...facts,
    ...(statements && { statements: number.format(Number(statements)) }),
    ...(index && { index: number.format(Number(index)) }),
    ...(date && { date: formatMoment(date, language) }),
  })
}

/** Formats a time for a language; returns anything else unchanged. */
export function formatMoment(moment: string, language: Language): string {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return moment
  return new Intl.DateTimeFormat(siteLocale(language), { dateStyle: 'long', timeStyle: 'short' }).format(date)
}

/** How a step has ended, as a mark and a word. */
export function Outcome({ texts, outcome }: { texts: VerificationTexts; outcome: keyof typeof marks }) {
  return (
    <span className="outcome">
      <OutcomeMark outcome={outcome} />
      {texts[`verify.outcomes.${outcome}`]}
    </span>
  )
}

const marks = {
  passed: 'M3 8.5 6.5 12 13 4.5',
  failed: 'M4 4 12 12M12 4 4 12',
  impossible: 'M8 3v6m0 3v1.2',
  skipped: 'M4 8h8',
}

function OutcomeMark({ outcome }: { outcome: keyof typeof marks }) {
  return (
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
  )
}
