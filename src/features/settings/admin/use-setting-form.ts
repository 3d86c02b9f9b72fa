import { type RefObject, useRef, useState } from 'react'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { fieldErrors } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import {
  acknowledge,
  type Drafts,
  edit,
  findFirstError,
  listChanges,
  readDrafted,
  type ShownSetting,
  settle,
  tidy,
} from './drafts.ts'
import { useSettingActions } from './use-settings.ts'
import type { SettingValue } from './values.ts'

/** The values of a section that are being edited: what was typed, what the server refused, and saving it. */
export function useSettingForm(shown: readonly ShownSetting[]) {
  const { t } = useTexts()
  const actions = useSettingActions()
  const form = useRef<HTMLFormElement>(null)
  const [drafts, setDrafts] = useState<Drafts>({})
  const [reason, setReason] = useState('')
  const [isAsking, setAsking] = useState(false)
  const changes = listChanges(shown, drafts)
  const { errors, language, setLanguage, showErrors, forgetErrors } = useFieldErrors(shown, form)

  const { isBusy, error, failure, run, reset } = useAction({
    showsFailure: true,
    onError: (refusal) => {
      setAsking(false)
      if (isConflict(refusal)) void learn()
      // A dialog that closes gives the focus back first.
      showErrors(fieldErrors(refusal), isAsking ? 250 : 60)
    },
  })

  /** After somebody else's change: the newest values are shown beside what was typed, which can be saved over them. */
  async function learn() {
    const settings = await actions.reload().catch(() => undefined)
    if (settings) setDrafts((before) => acknowledge(before, settings))
  }

  function save() {
    run(async () => {
      await actions.change({ changes: changes.map(({ change }) => change), reason: reason.trim() })
      setDrafts((now) => settle(now, drafts))
      forgetErrors()
      setReason('')
      setAsking(false)
      // The button that had the focus is gone.
      form.current?.focus({ preventScroll: true })
    }, t('settings.bar.saved'))
  }

  function describeFailure(): string | undefined {
    if (isConflict(error) || Object.keys(fieldErrors(error)).length === 0) return failure
    return Object.keys(errors).length > 0 ? t('settings.bar.refused') : undefined
  }

  return {
    form,
    drafts,
    errors,
    changes,
    reason,
    setReason,
    language,
    setLanguage,
    isAsking,
    isBusy,
    /** One sentence about why nothing was saved, until what the server refused is mended. */
    failure: describeFailure(),
    /** The value in the form; the default where there is no other. */
    read: (key: string) => readDrafted(shown, drafts, key),
    change(one: ShownSetting, value: SettingValue) {
      setDrafts((before) => edit(before, one, value))
      forgetErrors(one.setting.key)
    },
    discard() {
      setDrafts({})
      forgetErrors()
      setReason('')
      reset()
      form.current?.focus({ preventScroll: true })
    },
    submit() {
      if (changes.length === 0 || isBusy) return
      setDrafts((before) => tidy(before, shown))
      if (changes.some(({ setting }) => setting.is_dangerous)) setAsking(true)
      else save()
    },
    save,
    cancel: () => setAsking(false),
  }
}
/** What the server refused at each field, and the language of the texts that are shown. */
function useFieldErrors(shown: readonly ShownSetting[], form: RefObject<HTMLElement | null>) {
  const { language: ownLanguage } = useTexts()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [language, setLanguage] = useState(ownLanguage)
  return {
    errors,
    language,
    setLanguage,
    /** Shows errors, and focuses the first of them once the fields of its language are there. */
    showErrors(found: Record<string, string>, delay: number) {
      setErrors(found)
      const first = findFirstError(shown, found)
      if (first?.language) setLanguage(first.language)
      if (first) setTimeout(() => focusField(form.current, first.key), delay)
    },
    /** Forgets the errors of one setting, or all. */
    forgetErrors: (key?: string) =>
      setErrors((before) => (key === undefined ? {} : withoutErrorsOf(key, before))),
  }
}

export type SettingForm = ReturnType<typeof useSettingForm>

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409

function withoutErrorsOf(key: string, errors: Record<string, string>): Record<string, string> {
  const gone = Object.keys(errors).filter((field) => field === key || field.startsWith(`${key}.`))
  return gone.length === 0
    ? errors
    : Object.fromEntries(Object.entries(errors).filter(([field]) => !gone.includes(field)))
}

/** Focuses the first refused input of a setting, or its first one. */
function focusField(form: HTMLElement | null, key: string): void {
  const field = form?.querySelector(`[data-setting="${CSS.escape(key)}"]`)
  const input =
    field?.querySelector('[aria-invalid="true"]') ?? field?.querySelector('input, textarea, select')
  if (input instanceof HTMLElement) input.focus()
}
