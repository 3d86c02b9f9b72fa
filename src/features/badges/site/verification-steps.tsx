import type { Language } from '#shared/languages.ts'
import { OutcomeLabel, StepList, type StepOutcome } from '#ui/step-list.tsx'
import { siteLocale } from '#ui/typesetting.ts'
import { type Step, type StepName, stepNames } from './steps.ts'
import { fill, type VerificationTexts } from './verification-texts.ts'

interface VerificationStepsProps {
  texts: VerificationTexts
  language: Language
  /** The finished steps. */
  steps: Step[]
  isOver: boolean
}

/** The detail of each step that can be compared with the output of another verifier. */
const evidence: Partial<Record<StepName, string>> = {
  credential: 'id',
  issuer: 'did',
  key: 'key',
  digest: 'hash',
}

/** The steps of a verification: the purpose of each, and once it is finished its result. */
export function VerificationSteps({ texts, language, steps, isOver }: VerificationStepsProps) {
  return (
    <StepList
      label={texts['verify.steps_label']}
      outcomes={outcomeWords(texts)}
      language={language}
      steps={stepNames.map((name) => {
        const step = steps.find((one) => one.name === name)
        const text = step ? describeStep(step, texts, language) : texts[`verify.steps.${name}.aim`]
        return {
          name,
          title: texts[`verify.steps.${name}.title`],
          outcome: step?.outcome ?? (isOver ? 'skipped' : undefined),
          ...{ text, evidence: step?.facts[evidence[name] ?? ''] },
        }
      })}
    />
  )
}

function outcomeWords(texts: VerificationTexts): Record<StepOutcome, string> {
  return {
    passed: texts['verify.outcomes.passed'],
    failed: texts['verify.outcomes.failed'],
    impossible: texts['verify.outcomes.impossible'],
    skipped: texts['verify.outcomes.skipped'],
  }
}

/** What a step has found, as a sentence. */
function describeStep(step: Step, texts: VerificationTexts, language: Language): string {
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
export function Outcome({ texts, outcome }: { texts: VerificationTexts; outcome: StepOutcome }) {
  return <OutcomeLabel outcome={outcome} word={outcomeWords(texts)[outcome]} />
}
