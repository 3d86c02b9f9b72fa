import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { fetchJson } from '#features/badges/site/fetch-json.ts'
import type { Json } from '#features/badges/site/json.ts'
import { type Step, stepNames } from '#features/badges/site/steps.ts'
import { useVerification } from '#features/badges/site/use-verification.ts'
import { Verdict } from '#features/badges/site/verdict.tsx'
import { describeStep, VerificationSteps } from '#features/badges/site/verification-steps.tsx'
import type { Language } from '#shared/languages.ts'
import { formatNumeral } from '#ui/typesetting.ts'
import { readHolder, withHolder } from './holder.ts'
import { loadSampleTexts, type SampleTexts } from './sample-texts.ts'

export interface SampleCheckProps {
  language: Language
  /** Origin of the site, as its credentials name it. */
  origin: string
  /** Where the sample credential is, from the root of the site. */
  path: string
  form: HTMLFormElement
  /** The field with the holder, which the visitor may change. */
  field: HTMLInputElement
  actions: Element
}

/** Remembers what each address answered, so that checking again and again costs one request each. */
function rememberAnswers() {
  const answers = new Map<string, Promise<Json>>()
  return (path: string): Promise<Json> => {
    const answer = answers.get(path) ?? fetchJson(path)
    answers.set(path, answer)
    answer.catch(() => answers.delete(path))
    return answer
  }
}

/** The check of the sample credential with what the visitor has changed in it. */
export function SampleCheck({ language, origin, path, form, field, actions }: SampleCheckProps) {
  const [texts, setTexts] = useState<SampleTexts>()
  const [isChanged, setChanged] = useState(false)
  const [fetchOnce] = useState(rememberAnswers)
  const signed = useRef(field.defaultValue)
  const { run, isRunning, verify, reset } = useVerification(origin)

  /** The credential as it is served, with the holder as it stands in the field. */
  async function read(): Promise<Json> {
    const credential = await fetchOnce(path)
    // The page may have been cached before its texts were changed.
    if (field.value === signed.current) field.value = readHolder(credential)
    signed.current = readHolder(credential)
    return withHolder(credential, field.value)
  }

  async function check(): Promise<void> {
    form.ariaBusy = 'true'
    try {
      setTexts(await loadSampleTexts(language))
      await verify({ read, fetchJson: fetchOnce, id: origin + path })
    } catch {
      // The page says so by this attribute, and is loaded again when the form is next sent.
      form.dataset.unloaded = ''
    }
    form.ariaBusy = null
  }

  const submit = useEffectEvent(() => void check())
  const noteChange = useEffectEvent(() => {
    reset()
    setChanged(field.value !== signed.current)
  })

  useEffect(() => {
    const onSubmit = () => submit()
    const onInput = () => noteChange()
    form.addEventListener('submit', onSubmit)
    field.addEventListener('input', onInput)
    // The field was changed, or the form sent, before this script was loaded.
    noteChange()
    if (form.ariaBusy === 'true') submit()
    return () => {
      form.removeEventListener('submit', onSubmit)
      field.removeEventListener('input', onInput)
    }
  }, [form, field])

  const verdict = run?.result?.verdict
  useEffect(() => {
    if (verdict) form.parentElement?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [form, verdict])

  function restore() {
    field.value = signed.current
    setChanged(false)
    field.focus()
    void check()
  }
  const failed = run?.result?.steps.find(({ outcome }) => outcome !== 'passed')
  return (
    texts && (
      <>
        <p role="status">{isRunning && texts.verification['verify.running']}</p>
        {run && (
          <VerificationSteps
            texts={texts.verification}
            language={language}
            steps={run.steps}
            isOver={run.result !== undefined}
            isShort
          />
        )}
        <Verdict
          texts={texts.verification}
          language={language}
          result={run?.result}
          text={failed && describeFailure(failed, texts, language)}
        />
        {isChanged &&
          createPortal(
            <button type="button" className="restore" onClick={restore}>
              {texts.t('sample:result.restore')}
            </button>,
            actions,
          )}
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
