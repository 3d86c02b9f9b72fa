import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
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
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Redirect, type RedirectCheck, type RedirectDraft } from '#features/seo/redirects/contract.ts'
import { longestFrom, longestNote, longestTo, redirectKinds } from '#features/seo/redirects/model.ts'
import { redirectPath, redirectsPath, useChange, useCheck } from './use-redirects.ts'
import { useWarningText } from './use-warning-text.ts'

/** What the dialog begins with: a redirect to change, or what a new one has. */
export interface DialogStart {
  redirect?: Redirect
  from?: string
  to?: string
}

interface RedirectDialogProps {
  /** Undefined while it is closed. */
  start: DialogStart | undefined
  onClose: () => void
}

/** Adds or changes a redirect. */
export function RedirectDialog({ start, onClose }: RedirectDialogProps) {
  const { t } = useTexts()
  // What it shows stays while it closes.
  const [shown, setShown] = useState<DialogStart>({})
  if (start && start !== shown) setShown(start)
  return (
    <Dialog
      opened={start !== undefined}
      onClose={onClose}
      title={t(shown.redirect ? 'redirects.form.edit' : 'redirects.form.new')}
    >
      <RedirectForm start={shown} onClose={onClose} />
    </Dialog>
  )
}

/** What is typed into the form: what the server says of it meanwhile, and its saving. */
function useDraft({ redirect, ...start }: DialogStart, onSaved: () => void) {
  const { t } = useTexts()
  const api = useApi()
  const change = useChange()
  const [draft, setDraft] = useState<RedirectDraft>({
    from: redirect?.from ?? start.from ?? '',
    to: redirect?.to ?? start.to ?? '',
    kind: redirect?.kind ?? 301,
    note: redirect?.note ?? '',
  })
  const { isBusy, error, failure, run, reset } = useAction({ showsFailure: true })
  const [checked] = useDebouncedValue(draft, 350)
  const check = useCheck(asSent(checked), redirect?.id ?? null)
  const isCurrent = checked.from === draft.from && checked.to === draft.to && checked.kind === draft.kind
  const found = isCurrent && !check.isPlaceholderData ? check.data : undefined
  const refused: Record<string, string | undefined> = error
    ? fieldErrors(error)
    : Object.fromEntries((found?.errors ?? []).map(({ field, message }) => [field, message]))
  return {
    ...{ draft, found, refused, isBusy, error, failure },
    set(changed: Partial<RedirectDraft>) {
      reset()
      setDraft({ ...draft, ...changed })
    },
    save: () =>
      run(async () => {
        const [method, path] = redirect
          ? (['PUT', redirectPath(redirect.id)] as const)
          : (['POST', redirectsPath] as const)
        await change(() => api.send(method, path, Redirect, asSent(draft)))
        onSaved()
      }, t('redirects.saved')),
  }
}

/** What is gone has no target; one that was typed before waits for another kind. */
const asSent = (draft: RedirectDraft): RedirectDraft => (draft.kind === 410 ? { ...draft, to: null } : draft)

function RedirectForm({ start, onClose }: { start: DialogStart; onClose: () => void }) {
  const { t } = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const { draft, found, refused, isBusy, error, failure, set, save } = useDraft(start, onClose)
  useFocusOnRefused(form, error)

  function submit(event: FormEvent) {
    event.preventDefault()
    save()
  }

  return (
    <StackedForm ref={form} onSubmit={submit}>
      <RedirectFields draft={draft} refused={refused} onChange={set} />
      <Findings check={found} />
      <Hint isError role="alert">
        {error && Object.keys(refused).length === 0 && failure}
      </Hint>
      <DialogActions
        confirm={t('redirects.form.save')}
        cancel={t('redirects.form.cancel')}
        onCancel={onClose}
        isBusy={isBusy}
      />
    </StackedForm>
  )
}

interface RedirectFieldsProps {
  draft: RedirectDraft
  refused: Record<string, string | undefined>
  onChange: (change: Partial<RedirectDraft>) => void
}

function RedirectFields({ draft, refused, onChange }: RedirectFieldsProps) {
  const { t } = useTexts()
  return (
    <>
      <TextInput
        data-autofocus
        label={t('redirects.from')}
        description={t('redirects.form.fromHint')}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={longestFrom * 3}
        value={draft.from}
        error={refused.from}
        onChange={({ currentTarget: { value } }) => onChange({ from: value })}
      />
      <NativeSelect
        label={t('redirects.kind')}
        rightSection={<ChevronIcon />}
        value={String(draft.kind)}
        error={refused.kind}
        data={redirectKinds.map((kind) => ({ value: String(kind), label: t(`redirects.kinds.${kind}`) }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ kind: redirectKinds.find((kind) => String(kind) === value) ?? 301 })
        }
      />
      {draft.kind !== 410 && (
        <TextInput
          label={t('redirects.to')}
          description={t('redirects.form.toHint')}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={longestTo * 2}
          value={draft.to ?? ''}
          error={refused.to}
          onChange={({ currentTarget: { value } }) => onChange({ to: value })}
        />
      )}
      <TextInput
        label={t('redirects.form.note')}
        dir="auto"
        autoComplete="off"
        maxLength={longestNote}
        value={draft.note}
        error={refused.note}
        onChange={({ currentTarget: { value } }) => onChange({ note: value })}
      />
    </>
  )
}

/** What the server says of a draft while it is typed. */
function Findings({ check }: { check: RedirectCheck | undefined }) {
  const { t } = useTexts()
  const say = useWarningText()
  return (
    <div role="status">
      {check?.warnings.map((warning) => (
        <Hint key={warning}>{say(warning, check.leads_to)}</Hint>
      ))}
      {check && check.errors.length === 0 && check.warnings.length === 0 && (
        <Hint>{t('redirects.form.fine')}</Hint>
      )}
    </div>
  )
}
