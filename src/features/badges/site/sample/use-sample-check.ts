import { useEffect, useRef, useState } from 'react'
import type { Json } from '#features/badges/site/parts/proof/json.ts'
import { useVerification } from '#features/badges/site/use-verification.ts'
import type { Language } from '#shared/languages.ts'
import { readHolder, withHolder } from './holder.ts'
import { rememberAnswers } from './remember-answers.ts'
import { loadSampleTexts, type SampleTexts } from './sample-texts.ts'
import { focusOnSubmit, useFormEvents } from './use-form-events.ts'

export interface SampleCheckOptions {
  language: Language
  /** Origin of the site, as its credentials name it. */
  origin: string
  /** Where the sample credential is, from the root of the site. */
  path: string
  form: HTMLFormElement
  /** The field with the holder, which the visitor may change. */
  field: HTMLInputElement
}

/** Verifies the sample credential with what the visitor has changed in it, whenever its form is sent. */
export function useSampleCheck({ language, origin, path, form, field }: SampleCheckOptions) {
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
      await Promise.all([
        loadSampleTexts(language).then(setTexts),
        verify({ read, fetchJson: fetchOnce, id: origin + path }),
      ])
    } catch {
      // The page says so by this attribute, and is loaded again when the form is next sent.
      form.dataset.unloaded = ''
    }
    form.ariaBusy = null
  }

  function noteChange(): void {
    reset()
    setChanged(field.value !== signed.current)
  }

  useFormEvents(form, { onSubmit: () => void check(), onInput: noteChange })

  const verdict = run?.result?.verdict
  useEffect(() => {
    if (verdict) form.parentElement?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [form, verdict])

  function restore() {
    field.value = signed.current
    setChanged(false)
    focusOnSubmit(form)
    void check()
  }

  return { texts, run, isRunning, isChanged, restore }
}
