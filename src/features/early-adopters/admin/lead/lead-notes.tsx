import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useUser } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/lead.module.css'
import type { Lead, LeadNote } from '#features/early-adopters/contract.ts'
import { useLeadActions } from './use-lead.ts'

/** What the team has written down about them. */
export function LeadNotes({ lead, canEdit }: { lead: Lead; canEdit: boolean }) {
  const { t } = useTexts()
  const { addNote } = useLeadActions(lead.id)
  return (
    <section className={styles.section} aria-labelledby="lead-notes">
      <h2 id="lead-notes">{t('leads.notes.title')}</h2>
      {canEdit && <NoteForm label={t('leads.notes.new')} submit={t('leads.notes.add')} onSubmit={addNote} />}
      {lead.notes === null && <p className={styles.quiet}>{t('leads.visibility.notes')}</p>}
      {lead.notes?.length === 0 && <p className={styles.quiet}>{t('leads.notes.none')}</p>}
      <ul className={styles.notes}>
        {lead.notes?.map((note) => (
          <Note key={note.id} leadId={lead.id} note={note} canEdit={canEdit} />
        ))}
      </ul>
    </section>
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
          <p className={styles.quiet}>
            <bdi>{name}</bdi> · {format.dateTime(note.created_at)}
            {note.updated_at !== note.created_at && (
              <> · {t('leads.notes.edited', { date: format.dateTime(note.updated_at) })}</>
            )}
          </p>
          {isMine && (
            <div className={styles.noteActions}>
              <Button variant="subtle" size="compact-sm" onClick={() => setStep('edit')}>
                {t('leads.notes.edit')}
              </Button>
              <Button variant="subtle" size="compact-sm" onClick={() => setStep('remove')}>
                {t('leads.notes.remove')}
              </Button>
            </div>
          )}
        </>
      )}
      <Dialog opened={step === 'remove'} onClose={() => setStep(undefined)} title={t('leads.notes.remove')}>
        <p>{t('leads.notes.removeText')}</p>
        {removing.failure && (
          <p role="alert" className={styles.alert}>
            {removing.failure}
          </p>
        )}
        <div className={styles.actions}>
          <Button
            data-autofocus
            loading={removing.isBusy}
            onClick={() => removing.run(() => removeNote(note.id))}
          >
            {t('leads.notes.remove')}
          </Button>
          <Button variant="default" onClick={() => setStep(undefined)}>
            {t('leads.cancel')}
          </Button>
        </div>
      </Dialog>
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
    <form className={styles.noteForm} onSubmit={send}>
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
      <div className={styles.actions}>
        <Button type="submit" variant="default" loading={isBusy} disabled={text.trim() === ''}>
          {submit}
        </Button>
        {onCancel && (
          <Button variant="subtle" onClick={onCancel}>
            {t('leads.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}
