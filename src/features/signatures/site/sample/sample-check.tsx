import { RestoreButton } from '#features/badges/site/parts/form/restore-button.tsx'
import { CheckResult } from '#features/signatures/site/verify/check-result.tsx'
import { type SampleCheckOptions, useSampleCheck } from './use-sample-check.ts'

export interface SampleCheckProps extends SampleCheckOptions {
  /** Where the button that puts everything back is added. */
  actions: Element
}

/** The check of the sample certificate with what the visitor has changed in it. */
export function SampleCheck({ actions, ...options }: SampleCheckProps) {
  const { texts, run, isChanged, restore } = useSampleCheck(options)
  return (
    texts && (
      <>
        {run && <CheckResult run={run} language={options.language} t={texts.check} isShort />}
        {isChanged && <RestoreButton t={texts.sample} actions={actions} onClick={restore} />}
      </>
    )
  )
}
