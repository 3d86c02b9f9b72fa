import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { fieldErrors } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { useFocusOnRefused } from '#admin/kit/form/use-focus-on-refused.ts'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { FieldPair } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { PermissionEntry } from '#features/accounts/contract.ts'
import { NewApiKey } from '#features/api-keys/contract.ts'
import { dayRange, endOf, expiries, type KeyDraft } from './key-draft.ts'
import { ScopeField } from './scope-field.tsx'
import { keysPath } from './use-keys.ts'

interface KeyFormProps {
  initial: KeyDraft
  permissions: readonly PermissionEntry[]
  onMade: (made: NewApiKey) => void
}

/** What a new key is called, what it may do, and until when. */
export function KeyForm({ initial, permissions, onMade }: KeyFormProps) {
  const { t } = useTexts()
  const [first] = useState(initial)
  const [draft, setDraft] = useState(first)
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, isSent, error, refused, failure, submit } = useKeyMaking(draft, onMade)
  useFocusOnRefused(form, error)
  const set = (change: Partial<KeyDraft>) => setDraft({ ...draft, ...change })
  return (
    <StackedForm ref={form} onSubmit={submit}>
      <TextInput
        data-autofocus
        label={t('apiKeys.name')}
        description={t('apiKeys.nameHint')}
        autoComplete="off"
        dir="auto"
        maxLength={100}
        value={draft.name}
        error={refused.name}
        onChange={({ currentTarget: { value } }) => set({ name: value })}
      />
      <ScopeField
        permissions={permissions}
        chosen={draft.scopes}
        error={refused.scopes}
        onChange={(scopes) => set({ scopes })}
      />
      <FieldPair>
        <NativeSelect
          label={t('apiKeys.expiry.label')}
          rightSection={<ChevronIcon />}
          value={draft.expiry}
          error={draft.expiry === 'date' ? undefined : refused.expires_at}
          data={expiries.map((value) => ({ value, label: t(`apiKeys.expiry.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            set({ expiry: expiries.find((one) => one === value) ?? draft.expiry })
          }
        />
        {draft.expiry === 'date' && (
          <TextInput
            type="date"
            label={t('apiKeys.expiry.lastDay')}
            {...dayRange(new Date())}
            value={draft.date}
            error={refused.expires_at}
            onChange={({ currentTarget: { value } }) => set({ date: value })}
          />
        )}
      </FieldPair>
      {draft.expiry === 'never' && <Hint>{t('apiKeys.expiry.neverHint')}</Hint>}
      <Hint isError role="alert">
        {failure}
      </Hint>
      <ButtonRow>
        <Button type="submit" loading={isBusy}>
          {t('apiKeys.make')}
        </Button>
        <Button component={Link} to="/admin/api-keys" variant="default">
          {t('apiKeys.cancel')}
        </Button>
      </ButtonRow>
      <LeaveGuard isDirty={draft !== first && !isSent} />
    </StackedForm>
  )
}

/** Sends a draft; what is refused is told by field, the rest in one sentence. */
function useKeyMaking(draft: KeyDraft, onMade: (made: NewApiKey) => void) {
  const { t } = useTexts()
  const api = useApi()
  const [isSent, setSent] = useState(false)
  const [isDayMissing, setDayMissing] = useState(false)
  const { isBusy, error, failure, run } = useAction({ showsFailure: true })
  const { expires_at: end, name, ...others } = fieldErrors(error)
  const scopes = Object.entries(others).find(([field]) => field.startsWith('scopes'))?.[1]
  const hasFields = end !== undefined || name !== undefined || scopes !== undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    const expires_at = endOf(draft, new Date())
    setDayMissing(expires_at === undefined)
    if (expires_at === undefined) return
    run(async () => {
      const { name: called, scopes: wanted } = draft
      const made = await api.send('POST', keysPath, NewApiKey, { name: called, scopes: wanted, expires_at })
      setSent(true)
      onMade(made)
    })
  }
  return {
    ...{ isBusy, isSent, error, submit },
    refused: { name, scopes, expires_at: isDayMissing ? t('apiKeys.expiry.dayMissing') : end },
    failure: hasFields ? undefined : failure,
  }
}
