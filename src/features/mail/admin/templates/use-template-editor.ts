import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { useCanIn } from '#admin/kit/api/api-context.tsx'
import { fieldErrors } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { MailText, Template } from '#features/mail/contract.ts'
import { templatePermission } from '#features/mail/permissions.ts'
import type { Draft } from './use-drafts.ts'
import { useTemplateActions, useTemplatePreview } from './use-templates.ts'

export interface TemplateEditorProps {
  template: Template
  draft: Draft | undefined
  onDraft: (draft: Draft | undefined) => void
}

export type TemplateEditing = ReturnType<typeof useTemplateEditor>

/** The state of the editor of a template in one language, and its actions. */
export function useTemplateEditor({ template, draft, onDraft }: TemplateEditorProps) {
  const { t } = useTexts()
  const { kind, language, version } = template
  const toasts = useToasts()
  const actions = useTemplateActions(kind, language)
  const canEdit = useCanIn(templatePermission(kind), language)
  const { isBusy, error, failure, run, reset } = useAction({ showsFailure: true })
  const [open, setOpen] = useState<'testMail' | 'reset'>()

  const text = draft?.text ?? template.text
  const [settled] = useDebouncedValue(text, 400)
  const preview = useTemplatePreview(kind, language, settled)

  function change(part: Partial<MailText>) {
    const next = { ...text, ...part }
    reset()
    onDraft(isSame(next, template.text) ? undefined : { text: next, base: draft?.base ?? version })
  }
  function discard() {
    reset()
    onDraft(undefined)
  }
  const replace = (work: () => Promise<unknown>, done: string) =>
    run(async () => {
      await work()
      onDraft(undefined)
    }, done)

  return {
    text,
    canEdit,
    isBusy,
    failure,
    preview,
    open,
    setOpen,
    close: () => setOpen(undefined),
    /** The version that somebody else has saved meanwhile. */
    newer: draft && version > draft.base ? version : staleVersion(error),
    faultOf: (field: keyof MailText) => fieldErrors(error)[field],
    change,
    discard,
    /** Drops the unsaved text and loads the newest one. */
    load() {
      discard()
      void actions.reload()
    },
    save: (base: number) => replace(() => actions.save(text, base + 1), t('emailTemplates.toasts.saved')),
    /** Restores the built-in text. */
    resetText() {
      setOpen(undefined)
      replace(() => actions.reset(version + 1), t('emailTemplates.toasts.reset'))
    },
    /** Takes the text of an earlier version as the draft. */
    take(taken: MailText, number: number) {
      change(taken)
      toasts.show('success', t('emailTemplates.versions.taken', { version: number }))
    },
    sendTestMail: () => actions.sendTestMail(text),
  }
}

/** The version saved meanwhile, if the server refused because of it. */
function staleVersion(error: unknown): number | undefined {
  const version = error instanceof ApiError && error.status === 409 && error.members.current_version
  return typeof version === 'number' ? version : undefined
}

const isSame = (one: MailText, other: MailText) =>
  one.subject === other.subject &&
  one.preheader === other.preheader &&
  one.body === other.body &&
  one.action === other.action
