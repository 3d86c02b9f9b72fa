import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { fieldErrors } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { useFocusOnRefused } from '#admin/kit/form/use-focus-on-refused.ts'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { isolateWords } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { Invited } from '#features/accounts/contract.ts'
import { isLanguage, languageNames, languages } from '#shared/languages.ts'
import { type AccessDraft, accessOf, noAccess } from './access.ts'
import { AccessFields } from './access-fields.tsx'
import { type GivenLink, InvitationLink } from './invitation-link.tsx'
import { useUserChanges } from './use-users.ts'

interface Draft {
  email: string
  name: string
  /** The panel's until another is chosen. */
  language: string | undefined
  access: AccessDraft
}

const emptyDraft: Draft = { email: '', name: '', language: undefined, access: noAccess }

/** The button that opens the form to invite somebody. What was typed stays when the form is closed. */
export function InviteButton() {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState(emptyDraft)
  const [link, setLink] = useState<GivenLink>()
  const toasts = useToasts()

  function finish({ user, link: url }: Invited) {
    const email = user.email ?? user.username
    setOpen(false)
    setDraft(emptyDraft)
    if (url === null) toasts.show('success', t('users.invite.sent', { email: isolateWords(email) }))
    else setLink({ url, email })
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('users.invite.open')}</Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('users.invite.title')} size="36rem">
        <InviteForm draft={draft} onChange={setDraft} onInvited={finish} onCancel={() => setOpen(false)} />
      </Dialog>
      <InvitationLink link={link} onClose={() => setLink(undefined)} />
    </>
  )
}

interface InviteFormProps {
  draft: Draft
  onChange: (draft: Draft) => void
  onInvited: (invited: Invited) => void
  onCancel: () => void
}

function InviteForm({ draft, onChange, onInvited, onCancel }: InviteFormProps) {
  const { t, language: panelLanguage } = useTexts()
  const api = useApi()
  const { keep } = useUserChanges()
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, error, failure, run } = useAction({ showsFailure: true })
  const refused = fieldErrors(error)
  useFocusOnRefused(form, error)
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change })

  function submit(event: FormEvent) {
    event.preventDefault()
    const { email, name, language = panelLanguage, access } = draft
    run(async () => {
      const invitation = { email: email.trim(), name, language, ...accessOf(access) }
      const invited = await api.send('POST', '/api/users', Invited, invitation)
      keep(invited.user)
      onInvited(invited)
    })
  }

  return (
    <StackedForm ref={form} onSubmit={submit}>
      <TextInput
        data-autofocus
        type="email"
        label={t('users.invite.email')}
        autoComplete="off"
        dir="ltr"
        maxLength={254}
        value={draft.email}
        error={refused.email}
        onChange={({ currentTarget: { value } }) => set({ email: value })}
      />
      <TextInput
        label={t('users.invite.name')}
        description={t('users.invite.nameHint')}
        autoComplete="off"
        dir="auto"
        maxLength={120}
        value={draft.name}
        error={refused.name}
        onChange={({ currentTarget: { value } }) => set({ name: value })}
      />
      <AccessFields draft={draft.access} refused={refused} onChange={(access) => set({ access })} />
      <NativeSelect
        label={t('users.invite.language')}
        rightSection={<ChevronIcon />}
        value={draft.language ?? panelLanguage}
        data={languages.map((code) => ({ value: code, label: languageNames[code] }))}
        error={refused.language}
        onChange={({ currentTarget: { value } }) => set({ language: isLanguage(value) ? value : undefined })}
      />
      <Hint isError role="alert">
        {Object.keys(refused).length === 0 && failure}
      </Hint>
      <DialogActions
        confirm={t('users.invite.send')}
        cancel={t('users.invite.cancel')}
        isBusy={isBusy}
        onCancel={onCancel}
      />
    </StackedForm>
  )
}
