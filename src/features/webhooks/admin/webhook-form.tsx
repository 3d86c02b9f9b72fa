import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { fieldErrors } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { useFocusOnRefused } from '#admin/kit/form/use-focus-on-refused.ts'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { SourceText } from '#admin/kit/layout/source-text.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { EventDescription, WebhookDraft } from '#features/webhooks/contract.ts'
import { nameEvent } from './texts.ts'
import styles from './webhooks.module.css'

interface WebhookFormProps {
  initial: WebhookDraft
  events: readonly EventDescription[]
  submit: string
  /** Where the button to cancel leads. */
  back: string
  /** Sends the draft; refusals are shown at their fields. */
  send: (draft: WebhookDraft) => Promise<void>
}

/** The address of a webhook and what is sent to it. */
export function WebhookForm({ initial, events, submit, back, send }: WebhookFormProps) {
  const { t } = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [first] = useState(initial)
  const [draft, setDraft] = useState(first)
  const [isSent, setSent] = useState(false)
  const { isBusy, error, failure, run } = useAction({ showsFailure: true })
  const refused = fieldErrors(error)
  useFocusOnRefused(form, error)
  const set = (change: Partial<WebhookDraft>) => setDraft({ ...draft, ...change })

  function save(event: FormEvent) {
    event.preventDefault()
    // Before the way back, which the guard would ask about.
    run(async () => {
      await send(draft)
      setSent(true)
    })
  }

  return (
    <StackedForm ref={form} onSubmit={save}>
      <TextInput
        data-autofocus
        type="url"
        label={t('webhooks.url')}
        description={t('webhooks.urlHint')}
        autoComplete="off"
        dir="ltr"
        maxLength={2000}
        value={draft.url}
        error={refused.url}
        onChange={({ currentTarget: { value } }) => set({ url: value })}
      />
      <TextInput
        label={t('webhooks.description')}
        description={t('webhooks.descriptionHint')}
        autoComplete="off"
        dir="auto"
        maxLength={200}
        value={draft.description}
        error={refused.description}
        onChange={({ currentTarget: { value } }) => set({ description: value })}
      />
      <EventField
        events={events}
        chosen={draft.events}
        error={refused.events}
        onChange={(chosen) => set({ events: chosen })}
      />
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={draft.is_enabled}
          onChange={({ currentTarget: { checked } }) => set({ is_enabled: checked })}
        />
        <span>{t('webhooks.enabled')}</span>
      </label>
      <Hint isError role="alert">
        {Object.keys(refused).length === 0 && failure}
      </Hint>
      <ButtonRow>
        <Button type="submit" loading={isBusy}>
          {submit}
        </Button>
        <Button component={Link} to={back} variant="default">
          {t('webhooks.cancel')}
        </Button>
      </ButtonRow>
      <LeaveGuard isDirty={draft !== first && !isSent && !isBusy} />
    </StackedForm>
  )
}

interface EventFieldProps {
  events: readonly EventDescription[]
  chosen: readonly string[]
  error: string | undefined
  onChange: (events: string[]) => void
}

/** The kinds of events as checkboxes, each with the body of a request about one. */
function EventField({ events, chosen, error, onChange }: EventFieldProps) {
  const { t } = useTexts()
  const id = useId()
  const types = events.map(({ type }) => type)
  const toggle = (type: string) =>
    onChange(types.filter((one) => (one === type ? !chosen.includes(one) : chosen.includes(one))))
  return (
    <fieldset className={styles.field} aria-describedby={`${id} ${id}-error`}>
      <legend>{t('webhooks.eventsLabel')}</legend>
      <Hint id={id}>{t('webhooks.eventsHint')}</Hint>
      {events.map(({ type, example }) => (
        <div key={type}>
          <label className={styles.choice}>
            <input type="checkbox" checked={chosen.includes(type)} onChange={() => toggle(type)} />
            <span>
              {nameEvent(type, t)} <code dir="ltr">{type}</code>
            </span>
          </label>
          <SourceText label={t('webhooks.example')}>{JSON.stringify(example, null, 2)}</SourceText>
        </div>
      ))}
      <Hint id={`${id}-error`} isError role="alert">
        {error}
      </Hint>
    </fieldset>
  )
}
