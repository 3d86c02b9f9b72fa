import { type Step, stepNames } from '#features/badges/site/steps.ts'
import { Verdict } from '#features/badges/site/verdict.tsx'
import { describeStep, VerificationSteps } from '#features/badges/site/verification-steps.tsx'
import type { Language } from '#shared/languages.ts'
import { formatNumeral } from '#ui/typesetting.ts'
import { RestoreButton } from './restore-button.tsx'
import type { SampleTexts } from './sample-texts.ts'
import { type SampleCheckOptions, useSampleCheck } from './use-sample-check.ts'

export interface SampleCheckProps extends SampleCheckOptions {
  /** Where the button that puts everything back is added. */
  actions: Element
}

/** The check of the sample credential with what the visitor has changed in it. */
export function SampleCheck({ actions, ...options }: SampleCheckProps) {
  const { texts, run, isRunning, isChanged, restore } = useSampleCheck(options)
  const { language } = options
  const failed = run?.result?.steps.find(({ outcome }) => outcome !== 'passed')
  return (
    texts && (
      <>
        {run && (
          <VerificationSteps
            texts={texts.verification}
            language={language}
            steps={run.steps}
            isOver={run.result !== undefined}
            isShort
          />
        )}
        <p role="status">{isRunning && texts.verification['verify.running']}</p>
        <Verdict
          texts={texts.verification}
          language={language}
          result={run?.result}
          text={failed && describeFailure(failed, texts, language)}
        />
        {isChanged && <RestoreButton t={texts.t} actions={actions} onClick={restore} />}
      </>
    )
  )
}

/** Which step failed and why, in one sentence. */
function describeFailure(step: Step, { verification, t }: SampleTexts, language: Language): string {
  return t('sample:result.failed', {
    number: formatNumeral(stepNames.indexOf(step.name) + 1, language),
    step: verification[`verify.steps.${step.name}.title`],
    reason: describeStep(step, verification, language),
  })
}
