import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Hint, Meta } from '#admin/kit/layout/hint.tsx'
import { Row, Rows } from '#admin/kit/layout/rows.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { describeDevice } from '#features/accounts/profile/model.ts'
import {
  FactorAdded,
  mostPasskeys,
  Passkey,
  PasskeyCreationQuestion,
} from '#features/accounts/second-factor/contract.ts'
import { describePasskeyFailure } from './describe-passkey-failure.ts'
import { knowsPasskeys, makePasskey } from './passkey.ts'
import { PasskeyDialog } from './passkey-dialog.tsx'
import styles from './second-factor.module.css'
import { useFactorChanges } from './use-second-factor.ts'

interface PasskeyPartProps {
  passkeys: readonly Passkey[]
  /** Whether there is no other factor than them. */
  isOnly: boolean
  onAdded: (added: FactorAdded) => void
}

type Asked = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey }

/** The passkeys of the user. */
export function PasskeyPart({ passkeys, isOnly, onAdded }: PasskeyPartProps) {
  const { t } = useTexts()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <section className={styles.part}>
      <h3>{t('secondFactor.passkeys.title')}</h3>
      {passkeys.length === 0 && <Hint>{t('secondFactor.passkeys.none')}</Hint>}
      {passkeys.length > 0 && (
        <Rows>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onAsk={setAsked} />
          ))}
        </Rows>
      )}
      {!knowsPasskeys() && <Hint>{t('secondFactor.passkeys.unsupported')}</Hint>}
      {knowsPasskeys() && passkeys.length < mostPasskeys && (
        <div>
          <Button variant="default" onClick={() => setAsked({ what: 'add' })}>
            {t('secondFactor.passkeys.add')}
          </Button>
        </div>
      )}
      {asked?.what === 'add' && <AddDialog onAdded={onAdded} onClose={close} />}
      {asked?.what === 'rename' && <RenameDialog passkey={asked.passkey} onClose={close} />}
      <RemoveQuestion
        passkey={asked?.what === 'remove' ? asked.passkey : undefined}
        isLast={isOnly && passkeys.length === 1}
        onClose={close}
      />
    </section>
  )
}

function PasskeyRow({ passkey, onAsk }: { passkey: Passkey; onAsk: (asked: Asked) => void }) {
  const { t, format } = useTexts()
  const { name, created_at, last_used_at } = passkey
  return (
    <Row>
      <div>
        <p>
          <bdi>{name}</bdi>
        </p>
        <Meta>
          <span>{t('secondFactor.passkeys.created', { date: format.dateTime(created_at) })}</span>
          <span>
            {last_used_at
              ? t('secondFactor.passkeys.used', { date: format.dateTime(last_used_at) })
              : t('secondFactor.passkeys.unused')}
          </span>
        </Meta>
      </div>
      <ButtonRow>
        <TextButton
          aria-label={t('secondFactor.passkeys.renameOf', { name })}
          onClick={() => onAsk({ what: 'rename', passkey })}
        >
          {t('secondFactor.passkeys.rename')}
        </TextButton>
        <TextButton
          aria-label={t('secondFactor.passkeys.removeOf', { name })}
          onClick={() => onAsk({ what: 'remove', passkey })}
        >
          {t('secondFactor.passkeys.remove')}
        </TextButton>
      </ButtonRow>
    </Row>
  )
}

function AddDialog({ onAdded, onClose }: { onAdded: (added: FactorAdded) => void; onClose: () => void }) {
  const { t } = useTexts()
  const api = useApi()
  const path = '/api/auth/second-factor/passkeys'

  async function add(name: string): Promise<string | undefined> {
    const { challenge, passkey } = await api.send('POST', `${path}/options`, PasskeyCreationQuestion)
    const outcome = await makePasskey(passkey)
    if (outcome.status !== 'answered') return describePasskeyFailure(outcome.status, t)
    onAdded(await api.send('POST', path, FactorAdded, { challenge, response: outcome.answer, name }))
    return undefined
  }

  return (
    <PasskeyDialog
      title={t('secondFactor.passkeys.addTitle')}
      name={describeDevice(navigator.userAgent) ?? t('secondFactor.passkeys.unnamed')}
      confirm={t('secondFactor.passkeys.confirm')}
      done={t('secondFactor.passkeys.done')}
      onSubmit={add}
      onClose={onClose}
    >
      {t('secondFactor.passkeys.addText')}
    </PasskeyDialog>
  )
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTexts()
  const api = useApi()
  const { reload } = useFactorChanges()
  return (
    <PasskeyDialog
      title={t('secondFactor.passkeys.rename')}
      name={passkey.name}
      confirm={t('secondFactor.passkeys.save')}
      done={t('secondFactor.passkeys.renamed')}
      onSubmit={async (name) => {
        await api.send('PATCH', `/api/auth/second-factor/passkeys/${passkey.id}`, Passkey, { name })
        await reload()
        return undefined
      }}
      onClose={onClose}
    />
  )
}

interface RemoveQuestionProps {
  passkey: Passkey | undefined
  isLast: boolean
  onClose: () => void
}

function RemoveQuestion({ passkey, isLast, onClose }: RemoveQuestionProps) {
  const { t } = useTexts()
  const api = useApi()
  const { reload } = useFactorChanges()
  const { isBusy, run } = useAction({
    onSettled: () => {
      onClose()
      return reload()
    },
  })
  return (
    <ConfirmDialog
      opened={passkey !== undefined}
      title={t('secondFactor.passkeys.removeTitle')}
      confirm={t('secondFactor.passkeys.remove')}
      cancel={t('secondFactor.cancel')}
      focus="cancel"
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() =>
        passkey &&
        run(
          () => api.command('DELETE', `/api/auth/second-factor/passkeys/${passkey.id}`),
          t('secondFactor.passkeys.removed'),
        )
      }
    >
      {passkey && t('secondFactor.passkeys.removeText', { name: passkey.name })}{' '}
      {isLast && t('secondFactor.removeLast')}
    </ConfirmDialog>
  )
}
