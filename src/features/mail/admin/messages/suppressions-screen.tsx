import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { z } from 'zod'
import { useApi, useCan } from '#admin/kit/api/api-context.tsx'
import { describeFieldError } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import form from '#admin/kit/form/form.module.css'
import { FilterBar } from '#admin/kit/layout/columns.tsx'
import { Detail } from '#admin/kit/layout/hint.tsx'
import { Row, Rows } from '#admin/kit/layout/rows.tsx'
import { SearchFilter, SelectFilter } from '#admin/kit/list/filters.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Suppression, suppressionReasons } from '#features/mail/contract.ts'
import { mailPermissions } from '#features/mail/permissions.ts'
import { MailHead } from './mail-head.tsx'
import { MailList } from './mail-list.tsx'
import { useMailList } from './use-mail-list.ts'

const path = '/api/mail/suppressions'

/** Suppressed addresses. */
export function SuppressionsScreen() {
  const { t } = useTexts()
  const suppressions = useMailList({ path, reader: z.array(Suppression), filters: ['reason'] })
  const canEdit = useCan(mailPermissions.editSuppressions)
  return (
    <>
      <MailHead title={t('screens.suppressions')} intro={t('metrics.suppressions.intro')} />
      <FilterBar>
        <SearchFilter
          label={t('metrics.suppressions.search')}
          value={suppressions.typed}
          onChange={suppressions.type}
        />
        <SelectFilter
          label={t('metrics.suppressions.reason')}
          any={t('metrics.suppressions.anyReason')}
          options={suppressionReasons.map((reason) => ({
            value: reason,
            label: t(`metrics.suppressions.${reason}`),
          }))}
          value={suppressions.valueOf('reason')}
          onChange={(reason) => suppressions.change('reason', reason)}
        />
        {suppressions.isNarrowed && (
          <Button variant="subtle" onClick={suppressions.clear}>
            {t('metrics.filters.clear')}
          </Button>
        )}
      </FilterBar>
      {canEdit && <AddAddress />}
      <AddressList suppressions={suppressions} canEdit={canEdit} />
    </>
  )
}

function AddAddress() {
  const { t } = useTexts()
  const api = useApi()
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const { isBusy, error, run, reset } = useAction({ showsFailure: true })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    run(async () => {
      await api.command('POST', path, { body: { email: email.trim() } })
      setEmail('')
      await queries.invalidateQueries({ queryKey: [path] })
    }, t('metrics.suppressions.added'))
  }

  return (
    <form className={form.inline} onSubmit={submit} noValidate>
      <TextInput
        type="email"
        dir="ltr"
        label={t('metrics.suppressions.address')}
        value={email}
        maxLength={254}
        error={error && describeFieldError(error, t)}
        errorProps={{ role: 'alert' }}
        onChange={(event) => {
          reset()
          setEmail(event.currentTarget.value)
        }}
      />
      <Button type="submit" variant="default" loading={isBusy} disabled={email.trim() === ''}>
        {t('metrics.suppressions.add')}
      </Button>
    </form>
  )
}

interface AddressListProps {
  suppressions: ReturnType<typeof useMailList<Suppression>>
  canEdit: boolean
}

function AddressList({ suppressions, canEdit }: AddressListProps) {
  const { t, format } = useTexts()
  const [asked, setAsked] = useState<Suppression>()
  return (
    <>
      <MailList
        entries={suppressions}
        failed={t('metrics.suppressions.failed')}
        empty={
          suppressions.isNarrowed ? (
            <EmptyState title={t('metrics.suppressions.noMatch')} />
          ) : (
            <EmptyState title={t('metrics.suppressions.none')}>
              {t('metrics.suppressions.noneText')}
            </EmptyState>
          )
        }
      >
        {(items) => (
          <Rows>
            {items.map((suppression) => (
              <Row key={suppression.email}>
                <p>
                  <b>
                    <bdi>{suppression.email}</bdi>
                  </b>
                  <Detail>
                    {t(`metrics.suppressions.${suppression.reason}`)} · {format.date(suppression.at)}
                  </Detail>
                </p>
                {!suppression.can_lift ? (
                  <Detail>{t('metrics.suppressions.theirs')}</Detail>
                ) : (
                  canEdit && (
                    <Button variant="default" size="sm" onClick={() => setAsked(suppression)}>
                      {t('metrics.suppressions.lift')}
                    </Button>
                  )
                )}
              </Row>
            ))}
          </Rows>
        )}
      </MailList>
      <LiftQuestion asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

function LiftQuestion({ asked, onClose }: { asked: Suppression | undefined; onClose: () => void }) {
  const { t } = useTexts()
  const api = useApi()
  const queries = useQueryClient()
  const { isBusy, run } = useAction({
    onSettled: () => {
      onClose()
      return queries.invalidateQueries({ queryKey: [path] })
    },
  })
  const lift = ({ email }: Suppression) =>
    run(
      () => api.command('DELETE', `${path}?${new URLSearchParams({ email })}`),
      t('metrics.suppressions.lifted'),
    )
  return (
    <ConfirmDialog
      opened={asked !== undefined}
      title={t('metrics.suppressions.liftTitle')}
      confirm={t('metrics.suppressions.lift')}
      cancel={t('metrics.suppressions.back')}
      focus="cancel"
      isBusy={isBusy}
      onConfirm={() => asked && lift(asked)}
      onClose={onClose}
    >
      {asked && t('metrics.suppressions.liftText', { email: asked.email })}
    </ConfirmDialog>
  )
}
