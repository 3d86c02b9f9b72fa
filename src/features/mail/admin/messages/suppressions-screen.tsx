import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { z } from 'zod'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { useApi, useCan } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { ChevronIcon, SearchIcon } from '#admin/kit/icons.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import styles from '#features/mail/admin/metrics/metrics.module.css'
import { Suppression, suppressionReasons } from '#features/mail/contract.ts'
import { mailPermissions } from '#features/mail/permissions.ts'
import { MailHead } from './mail-head.tsx'
import { MailList } from './mail-list.tsx'
import { useMailList } from './use-mail-list.ts'

const path = '/api/mail/suppressions'
// Only who owns the address can take these back.
const theirs: readonly Suppression['reason'][] = ['unsubscribed', 'withdrawn', 'complaint']

/** Addresses that nothing is sent to, or only what they ask for. */
export function SuppressionsScreen() {
  const { t } = useTexts()
  const stops = useMailList({ path, reader: z.array(Suppression), filters: ['reason'] })
  const canEdit = useCan(mailPermissions.editSuppressions)
  return (
    <>
      <MailHead title={t('metrics.tabs.suppressions')} intro={t('metrics.suppressions.intro')} />
      <search className={styles.filters}>
        <TextInput
          type="search"
          size="md"
          aria-label={t('metrics.suppressions.search')}
          placeholder={t('metrics.suppressions.search')}
          leftSection={<SearchIcon />}
          value={stops.typed}
          onChange={(event) => stops.type(event.currentTarget.value)}
          maxLength={200}
        />
        <NativeSelect
          size="md"
          aria-label={t('metrics.suppressions.reason')}
          rightSection={<ChevronIcon />}
          value={stops.valueOf('reason')}
          data={[
            { value: '', label: t('metrics.suppressions.anyReason') },
            ...suppressionReasons.map((reason) => ({
              value: reason,
              label: t(`metrics.suppressions.${reason}`),
            })),
          ]}
          onChange={(event) => stops.change('reason', event.currentTarget.value)}
        />
        {stops.isNarrowed && (
          <Button variant="subtle" onClick={stops.clear}>
            {t('metrics.filters.clear')}
          </Button>
        )}
      </search>
      {canEdit && <AddAddress />}
      <AddressList stops={stops} canEdit={canEdit} />
    </>
  )
}

function AddAddress() {
  const { t } = useTexts()
  const api = useApi()
  const queries = useQueryClient()
  const toasts = useToasts()
  const [email, setEmail] = useState('')
  const adding = useMutation({
    mutationFn: () => api.command('POST', path, { body: { email: email.trim() } }),
    onSuccess: () => {
      setEmail('')
      toasts.show('success', t('metrics.suppressions.added'))
      return queries.invalidateQueries({ queryKey: [path] })
    },
  })
  const refused = adding.error instanceof ApiError ? adding.error.fields[0]?.message : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!adding.isPending) adding.mutate()
  }

  return (
    <form className={styles.adding} onSubmit={submit} noValidate>
      <TextInput
        type="email"
        dir="ltr"
        label={t('metrics.suppressions.address')}
        value={email}
        maxLength={254}
        error={adding.error && (refused ?? describeError(adding.error, t))}
        errorProps={{ role: 'alert' }}
        onChange={(event) => {
          adding.reset()
          setEmail(event.currentTarget.value)
        }}
      />
      <Button type="submit" variant="default" loading={adding.isPending} disabled={email.trim() === ''}>
        {t('metrics.suppressions.add')}
      </Button>
    </form>
  )
}

interface AddressListProps {
  stops: ReturnType<typeof useMailList<Suppression>>
  canEdit: boolean
}

function AddressList({ stops, canEdit }: AddressListProps) {
  const { t, format } = useTexts()
  const [asked, setAsked] = useState<Suppression>()
  return (
    <>
      <MailList
        entries={stops}
        failed={t('metrics.suppressions.failed')}
        empty={
          stops.isNarrowed ? (
            <EmptyState title={t('metrics.suppressions.noMatch')} />
          ) : (
            <EmptyState title={t('metrics.suppressions.none')}>
              {t('metrics.suppressions.noneText')}
            </EmptyState>
          )
        }
      >
        {(items) => (
          <ul className={styles.stops}>
            {items.map((stop) => (
              <li key={stop.email}>
                <p>
                  <b>
                    <bdi>{stop.email}</bdi>
                  </b>
                  <span className={styles.address}>
                    {t(`metrics.suppressions.${stop.reason}`)} · {format.date(stop.at)}
                  </span>
                </p>
                {theirs.includes(stop.reason) ? (
                  <span className={styles.address}>{t('metrics.suppressions.theirs')}</span>
                ) : (
                  canEdit && (
                    <Button variant="default" size="sm" onClick={() => setAsked(stop)}>
                      {t('metrics.suppressions.lift')}
                    </Button>
                  )
                )}
              </li>
            ))}
          </ul>
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
  const toasts = useToasts()
  const lifting = useMutation({
    mutationFn: ({ email }: Suppression) =>
      api.command('DELETE', `${path}?${new URLSearchParams({ email })}`),
    onSuccess: () => toasts.show('success', t('metrics.suppressions.lifted')),
    onError: (error) => toasts.show('error', describeError(error, t)),
    onSettled: () => {
      onClose()
      return queries.invalidateQueries({ queryKey: [path] })
    },
  })
  return (
    <Dialog opened={asked !== undefined} onClose={onClose} title={t('metrics.suppressions.liftTitle')}>
      {asked && (
        <>
          <p>{t('metrics.suppressions.liftText', { email: asked.email })}</p>
          <div className={styles.choices}>
            <Button loading={lifting.isPending} onClick={() => lifting.mutate(asked)}>
              {t('metrics.suppressions.lift')}
            </Button>
            <Button variant="default" data-autofocus onClick={onClose}>
              {t('metrics.suppressions.back')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
