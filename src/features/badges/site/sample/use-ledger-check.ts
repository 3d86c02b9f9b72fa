import { useRef, useState } from 'react'
import { sampleLedgerPath } from '#features/badges/sample/model.ts'
import { rememberAnswers } from '#features/badges/site/parts/form/remember-answers.ts'
import { focusOnSubmit, useFormEvents } from '#features/badges/site/parts/form/use-form-events.ts'
import type { Language } from '#shared/languages.ts'
import { loadSampleTexts, type SampleTexts } from './sample-texts.ts'
import { type EntryResult, verifyLedger, withAmounts } from './verify-ledger.ts'

export interface LedgerCheckOptions {
  language: Language
  /** Origin of the site, as its keys name it. */
  origin: string
  form: HTMLFormElement
  /** The fields with the amounts, named by their steps. */
  fields: readonly HTMLInputElement[]
}

/** What a check has found, and in which language to say it. */
interface Found {
  texts: SampleTexts
  results: EntryResult[]
}

/** How long after a change the copy is checked again, in milliseconds. */
const pause = 300

/** Verifies the sample ledger with the visitor's amounts: when its form is sent, and from then on after every change. */
export function useLedgerCheck({ language, origin, form, fields }: LedgerCheckOptions) {
  const [found, setFound] = useState<Found>()
  const [isChanged, setChanged] = useState(false)
  const [fetchOnce] = useState(rememberAnswers)
  const latest = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  async function check(): Promise<void> {
    latest.current += 1
    const number = latest.current
    form.ariaBusy = 'true'
    try {
      const [texts, ledger, issuer] = await Promise.all([
        loadSampleTexts(language),
        fetchOnce(sampleLedgerPath),
        fetchOnce('/.well-known/did.json'),
      ])
      const amounts = new Map(fields.map(({ name, value }) => [name, value]))
      const results = await verifyLedger({ ledger: withAmounts(ledger, amounts), issuer, origin })
      if (number === latest.current) setFound({ texts, results })
    } catch {
      // The page says so by this attribute, and is loaded again when the form is next sent.
      form.dataset.unloaded = ''
    }
    form.ariaBusy = null
  }

  function noteChange(): void {
    setChanged(fields.some(({ value, defaultValue }) => value !== defaultValue))
    clearTimeout(timer.current)
    if (found) timer.current = setTimeout(() => void check(), pause)
  }

  useFormEvents(form, { onSubmit: () => void check(), onInput: noteChange })

  function restore(): void {
    form.reset()
    setChanged(false)
    focusOnSubmit(form)
    void check()
  }

  return { found, isChanged, restore }
}
