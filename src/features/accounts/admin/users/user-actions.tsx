import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Row, Rows } from '#admin/kit/layout/rows.tsx'
import { isolateWords } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { Invited, ManagedUser } from '#features/accounts/contract.ts'
import { type GivenLink, InvitationLink } from './invitation-link.tsx'
import { useUserChanges } from './use-users.ts'
import { listActions, type Question, type UserAction } from './user-action-list.ts'
import { UserQuestion } from './user-question.tsx'

interface UserActionsProps {
  user: ManagedUser
  /** Called when there is no such user any more. */
  onGone: () => void
}

/** What can be done with the account of somebody else. */
export function UserActions({ user, onGone }: UserActionsProps) {
  const { t } = useTexts()
  const [question, setQuestion] = useState<Question>()
  const { isBusy, link, inviteAgain, enable, closeLink } = useDirectActions(user)

  function start(action: UserAction) {
    if (action === 'inviteAgain') inviteAgain()
    else if (action === 'enable') enable()
    else setQuestion(action)
  }

  return (
    <>
      <Rows>
        {listActions(user).map((action) => (
          <Row key={action}>
            <p>{t(`users.actions.${action}Text`)}</p>
            <Button
              variant="default"
              loading={isBusy && (action === 'inviteAgain' || action === 'enable')}
              onClick={() => start(action)}
            >
              {t(`users.actions.${action}`)}
            </Button>
          </Row>
        ))}
      </Rows>
      <UserQuestion
        user={user}
        question={question}
        onChange={setQuestion}
        onClose={() => setQuestion(undefined)}
        onGone={onGone}
      />
      <InvitationLink link={link} onClose={closeLink} />
    </>
  )
}

/** What is done without a question. */
function useDirectActions(user: ManagedUser) {
  const { t } = useTexts()
  const api = useApi()
  const toasts = useToasts()
  const { keep, refresh } = useUserChanges()
  const [link, setLink] = useState<GivenLink>()
  // A refusal may mean that somebody else has changed the user.
  const { isBusy, run } = useAction({ onError: refresh })
  return {
    isBusy,
    link,
    closeLink: () => setLink(undefined),
    inviteAgain: () =>
      run(async () => {
        const invited = await api.send('POST', `/api/users/${user.id}/invitation`, Invited)
        const email = invited.user.email ?? invited.user.username
        keep(invited.user)
        if (invited.link === null)
          toasts.show('success', t('users.invite.sent', { email: isolateWords(email) }))
        else setLink({ url: invited.link, email })
      }),
    enable: () =>
      run(
        async () => keep(await api.send('POST', `/api/users/${user.id}/enable`, ManagedUser)),
        t('users.actions.enabled'),
      ),
  }
}
