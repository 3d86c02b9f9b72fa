import { Button } from '@mantine/core'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { isolateWords } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { ManagedUser } from '#features/accounts/contract.ts'
import { useUserChanges } from './use-users.ts'
import type { Question } from './user-action-list.ts'

interface UserQuestionProps {
  user: ManagedUser
  question: Question | undefined
  /** Asks another question instead. */
  onChange: (question: Question) => void
  onClose: () => void
  /** Called when there is no such user any more. */
  onGone: () => void
}

const done = {
  withdraw: 'users.actions.withdrawn',
  signOut: 'users.actions.signedOut',
  resetFactor: 'users.actions.factorReset',
  disable: 'users.actions.disabled',
  delete: 'users.actions.deleted',
} as const

/** The question before somebody is locked out. A refusal is shown in it. */
export function UserQuestion({ user, question, onChange, onClose, onGone }: UserQuestionProps) {
  const { t } = useTexts()
  const name = isolateWords(user.name || user.username)
  const { isBusy, failure, answer, reset } = useAnswer(user, onClose, onGone)
  function close() {
    reset()
    onClose()
  }
  return (
    <Dialog
      opened={question !== undefined}
      onClose={close}
      title={question ? t(`users.actions.${question}Title`, { name }) : ''}
    >
      {question && (
        <Stack>
          <p>{t(`users.actions.${question}Question`, { name })}</p>
          {question === 'delete' && user.state === 'active' && (
            <>
              <p>{t('users.actions.deleteRather')}</p>
              <Button
                variant="default"
                disabled={isBusy}
                onClick={() => {
                  reset()
                  onChange('disable')
                }}
              >
                {t('users.actions.disableInstead')}
              </Button>
            </>
          )}
          <Hint isError role="alert">
            {failure}
          </Hint>
          <DialogActions
            confirm={t(`users.actions.${question}`)}
            cancel={t('users.actions.back')}
            isBusy={isBusy}
            focus="cancel"
            onConfirm={() => answer(question, t(done[question], { name }))}
            onCancel={close}
          />
        </Stack>
      )}
    </Dialog>
  )
}

function useAnswer(user: ManagedUser, onClose: () => void, onGone: () => void) {
  const api = useApi()
  const { keep, refresh, forget } = useUserChanges()
  const action = useAction({ showsFailure: true })
  const path = `/api/users/${user.id}`

  async function carryOut(question: Question) {
    if (question === 'disable') {
      keep(await api.send('POST', `${path}/disable`, ManagedUser))
    } else if (question === 'signOut' || question === 'resetFactor') {
      await api.command('DELETE', `${path}/${question === 'signOut' ? 'sessions' : 'second-factor'}`)
      refresh()
    } else {
      await api.command('DELETE', path)
      onGone()
      forget(user.id)
      return
    }
    onClose()
  }
  return {
    ...action,
    answer: (question: Question, sentence: string) => action.run(() => carryOut(question), sentence),
  }
}
