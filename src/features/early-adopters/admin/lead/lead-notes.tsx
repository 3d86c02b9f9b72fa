import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useUser } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { Rows } from '#admin/kit/layout/rows.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/lead.module.css'
import type { Lead, LeadNote } from '#features/early-adopters/contract.ts'
import { useLeadActions } from './use-lead.ts'

/** The team's notes about a lead. */
export function LeadNotes({ lead, canEdit }: { lead: Lead; canEdit: boolean }) {
  const { t } = useTexts()
  const { addNote } = useLeadActions(lead.id)
  return (
    <Panel title={t('leads.notes.title')}>
      {canEdit && <NoteForm label={t('leads.notes.new')} submit={t('leads.notes.add')} onSubmit={addNote} />}
      {lead.notes === null && <Hint>{t('leads.visibility.notes')}</Hint>}
      {lead.notes?.length === 0 && <Hint>{t('leads.notes.none')}</Hint>}
      <Rows>
        {lead.notes?.map((note) => (
          <Note key={note.id} leadId={lead.id} note={note} canEdit={canEdit} />
        ))}
      </Rows>
    </Panel>
  )
}

function Note({ leadId, note, canEdit }: { leadId: string; note: LeadNote; canEdit: boolean }) {
  const { t, format } = useTexts()
  const user = useUser()
  const { changeNote, removeNote } = useLeadActions(leadId)
  const [step, setStep] = useState<'edit' | 'remove'>()
  const removing = useAction({ showsFailure: true })
  const isMine = canEdit && (note.author?.id === user.id || user.role === 'admin')
  const name = note.author?.name ?? t('leads.notes.nobody')
  return (
    <li>
      {step === 'edit' ? (
        <NoteForm
          label={t('leads.notes.text')}
          submit={t('leads.data.save')}
          initial={note.text}
          onSubmit={async (text) => {
            await changeNote(note.id, text)
            setStep(undefined)
          }}
          onCancel={() => setStep(undefined)}
        />
      ) : (
        <>
          <p className={styles.note} dir="auto">
            {note.text}
          </p>
          <Detail>
            <bdi>{name}</bdi> · {format.dateTime(note.created_at)}
            {note.updated_at !== note.created_at && (
              <> · {t('leads.notes.edited', { date: format.dateTime(note.updated_at) })}</>
            )}
          </Detail>
          {isMine && (
            <ButtonRow>
              <TextButton onClick={() => setStep('edit')}>{t('leads.notes.edit')}</TextButton>
              <TextButton onClick={() => setStep('remove')}>{t('leads.notes.remove')}</TextButton>
            </ButtonRow>
          )}
        </>
      )}
      <ConfirmDialog
        opened={step === 'remove'}
        title={t('leads.notes.remove')}
        confirm={t('leads.notes.remove')}
        cancel={t('leads.cancel')}
        isBusy={removing.isBusy}
        onConfirm={() => removing.run(() => removeNote(note.id))}
        onClose={() => setStep(undefined)}
      >
        <p>{t('leads.notes.removeText')}</p>
        {removing.failure && (
          <Hint isError role="alert">
            {removing.failure}
          </Hint>
        )}
      </ConfirmDialog>
    </li>
  )
}

interface NoteFormProps {
  label: string
  submit: string
  initial?: string
  onSubmit: (text: string) => Promise<void>
  onCancel?: () => void
}

function NoteForm({ label, submit, initial = '', onSubmit, onCancel }: NoteFormProps) {
  const { t } = useTexts()
  const [text, setText] = useState(initial)
  const { isBusy, failure, run } = useAction({ showsFailure: true })

  function send(event: FormEvent) {
    event.preventDefault()
    run(async () => {
      await onSubmit(text)
      setText('')
    })
  }

  return (
    <form onSubmit={send}>
      <Stack>
        <Textarea
          label={label}
          description={t('leads.notes.hint')}
          dir="auto"
          rows={3}
          maxLength={5000}
          value={text}
          error={failure}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <ButtonRow>
          <Button type="submit" variant="default" loading={isBusy} disabled={text.trim() === ''}>
            {submit}
          </Button>
          {onCancel && (
            <Button variant="subtle" onClick={onCancel}>
              {t('leads.cancel')}
            </Button>
          )}
        </ButtonRow>
      </Stack>
    </form>
  )
}
