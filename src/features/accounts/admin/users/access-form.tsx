import { Button } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { fieldErrors } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { useFocusOnRefused } from '#admin/kit/form/use-focus-on-refused.ts'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { ManagedUser } from '#features/accounts/contract.ts'
import { type AccessDraft, accessOf, changesAccess, draftOf } from './access.ts'
import { AccessFields } from './access-fields.tsx'
import { useUserChanges } from './use-users.ts'

/** The role and the languages of a user. */
export function AccessForm({ user }: { user: ManagedUser }) {
  const { t } = useTexts()
  const api = useApi()
  const { keep } = useUserChanges()
  const form = useRef<HTMLFormElement>(null)
  // What was chosen and is not saved yet.
  const [edit, setEdit] = useState<AccessDraft>()
  const { isBusy, error, failure, run } = useAction({ showsFailure: true })
  const refused = fieldErrors(error)
  useFocusOnRefused(form, error)
  const draft = edit ?? draftOf(user)
  const isDirty = changesAccess(draft, user)

  function save(event: FormEvent) {
    event.preventDefault()
    const sent = draft
    run(async () => {
      keep(await api.send('PATCH', `/api/users/${user.id}`, ManagedUser, accessOf(sent)))
      // What was chosen while it was being saved stays unsaved.
      setEdit((now) => (now === sent ? undefined : now))
    }, t('users.one.saved'))
  }

  return (
    <StackedForm ref={form} onSubmit={save}>
      <LeaveGuard isDirty={isDirty} />
      <AccessFields draft={draft} refused={refused} onChange={setEdit} />
      <Hint isError role="alert">
        {Object.keys(refused).length === 0 && failure}
      </Hint>
      <Button type="submit" loading={isBusy} disabled={!isDirty}>
        {t('users.one.save')}
      </Button>
    </StackedForm>
  )
}
