import { useEffect, useRef, useState } from 'react'
import { rememberAnswers } from '#features/badges/site/parts/form/remember-answers.ts'
import { focusOnSubmit, useFormEvents } from '#features/badges/site/parts/form/use-form-events.ts'
import { isJson, type Json } from '#features/badges/site/parts/proof/json.ts'
import type { SampleCertificate } from '#features/signatures/contract.ts'
import { sampleCertificatePath } from '#features/signatures/sample/model.ts'
import type { CheckRun } from '#features/signatures/site/verify/check-result.tsx'
import { loadCheckTexts } from '#features/signatures/site/verify/check-texts.ts'
import type { Holder } from '#features/signatures/site/verify/holder.ts'
import { readRecord } from '#features/signatures/site/verify/read-record.ts'
import type { Source } from '#features/signatures/site/verify/source.ts'
import { CheckError } from '#features/signatures/site/verify/steps.ts'
import type { Language } from '#shared/languages.ts'
import type { Translate } from '#site/contract.ts'
import { type HolderKey, holderFields, idOf } from './holder-fields.ts'
import { loadSampleTexts } from './sample-texts.ts'

export interface SampleCheckOptions {
  language: Language
  /** Origin of the site, as its certificates name it. */
  origin: string
  form: HTMLFormElement
}

export interface SampleTexts {
  /** `certificate-check`. */
  check: Translate
  /** `sample`. */
  sample: Translate
}

/** Checks the sample certificate with what the visitor has changed in it, whenever its form is sent. */
export function useSampleCheck({ language, origin, form }: SampleCheckOptions) {
  const [texts, setTexts] = useState<SampleTexts>()
  const [run, setRun] = useState<CheckRun>()
  const [isChanged, setChanged] = useState(false)
  const [fetchOnce] = useState(rememberAnswers)
  const signed = useRef<Holder>(readFields(form, 'defaultValue'))
  const latest = useRef(0)

  async function readSample(): Promise<SampleCertificate> {
    const sample = parseSample(await fetchOnce(sampleCertificatePath(language)))
    for (const [name, key] of holderFields) {
      const field = findField(form, key)
      // The page may have been cached before its texts were changed.
      if (field?.value === signed.current[name]) field.value = sample.holder[name]
    }
    signed.current = sample.holder
    return sample
  }

  async function verify(number: number): Promise<void> {
    const { checkCertificate } = await import('#features/signatures/site/verify/check-certificate.ts')
    const sample = await readSample().catch(() => undefined)
    const draw = (change: CheckRun) => latest.current === number && setRun(change)
    const holder = readFields(form, 'value')
    const { steps, subject } = await checkCertificate({
      brought: { claims: claimsOf(sample, holder) },
      source: sourceOf(sample),
      ...{ origin, now: () => new Date() },
      onProgress: (about, taken) => draw({ subject: about, steps: taken, isOver: false }),
    })
    draw({ subject, steps, isOver: true })
  }

  async function check(): Promise<void> {
    latest.current += 1
    form.ariaBusy = 'true'
    try {
      const [checkTexts, sampleTexts] = await Promise.all([
        loadCheckTexts(language),
        loadSampleTexts(language),
      ])
      setTexts({ check: checkTexts, sample: sampleTexts })
      await verify(latest.current)
    } catch {
      // The page says so by this attribute, and is loaded again when the form is next sent.
      form.dataset.unloaded = ''
    }
    form.ariaBusy = null
  }

  function noteChange(): void {
    latest.current += 1
    setRun(undefined)
    const now = readFields(form, 'value')
    setChanged(holderFields.some(([name]) => now[name] !== signed.current[name]))
  }

  useFormEvents(form, { onSubmit: () => void check(), onInput: noteChange })

  const isOver = run?.isOver
  useEffect(() => {
    if (isOver) form.parentElement?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [form, isOver])

  function restore(): void {
    for (const [name, key] of holderFields) {
      const field = findField(form, key)
      if (field) field.value = signed.current[name]
    }
    setChanged(false)
    focusOnSubmit(form)
    void check()
  }

  return { texts, run, isChanged, restore }
}

function findField(form: HTMLFormElement, key: HolderKey): HTMLInputElement | undefined {
  const field = form.elements.namedItem(idOf(key))
  return field instanceof HTMLInputElement ? field : undefined
}

function readFields(form: HTMLFormElement, property: 'value' | 'defaultValue'): Holder {
  const read = (key: HolderKey) => findField(form, key)?.[property] ?? ''
  return { full_name: read('holder'), organization: read('organization'), position: read('position') }
}

/** @throws {CheckError} for what is no record of a certificate */
function parseSample({ holder, record }: Json): SampleCertificate {
  const said = isJson(holder) ? holder : {}
  return {
    record: readRecord(record),
    holder: {
      full_name: String(said.full_name),
      organization: String(said.organization),
      position: String(said.position),
    },
  }
}

/** What the certificate says, with a holder. */
function claimsOf(sample: SampleCertificate | undefined, holder: Holder) {
  const { certificate = '', signature = '', activated_at = '' } = sample?.record.statement ?? {}
  return { certificate, signature, activatedAt: activated_at, holder }
}

/** A check of the sample asks for nothing else: its ledger is that of samples, whose keys it brings along. */
function sourceOf(sample: SampleCertificate | undefined): Source {
  const refuse = async (): Promise<never> => {
    throw new CheckError('impossible', 'unreachable')
  }
  return {
    readRecord: async () => sample?.record ?? refuse(),
    readLedgerKeys: async () => sample?.record.ledger?.keys ?? [],
    ...{ readSigners: refuse, fetchJson: refuse, readTextFiles: refuse },
  }
}
