import { Button, Flex, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionBar, ActionBarState } from '#admin/kit/action-bar.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { useEditors } from '#features/accounts/admin/parts/use-editors.ts'
import styles from './content.module.css'
import type { Task } from './tasks.ts'
import { useAssign } from './use-assignments.ts'

const nobody = 'nobody'

interface AssignBarProps {
  chosen: readonly Pick<Task, 'key' | 'language'>[]
  onDone: () => void
}

/** Gives the chosen tasks to somebody, until a day. */
export function AssignBar({ chosen, onDone }: AssignBarProps) {
  const { t, format } = useTexts()
  const toasts = useToasts()
  const editors = useEditors(chosen.map(({ language }) => language))
  const assign = useAssign()
  const [asked, setOwner] = useState('')
  const [day, setDay] = useState('')
  const [removesDay, setRemovesDay] = useState(false)
  // Somebody who does not edit the languages of all chosen texts is not offered any more.
  const isOffered = asked === nobody || editors.data?.some(({ id }) => id === asked)
  const owner = isOffered ? asked : ''
  const isEmpty = owner === '' && day === '' && !removesDay

  function apply() {
    const due = removesDay ? null : day
    assign.mutate(
      {
        texts: chosen.map(({ key, language }) => ({ key, language })),
        ...(owner !== '' && { owner_id: owner === nobody ? null : owner }),
        ...(due !== '' && { due_on: due }),
      },
      {
        onSuccess() {
          toasts.show('success', t('translation.tasks.applied'))
          onDone()
        },
        onError: (error) =>
          toasts.show('error', t('translation.tasks.failed', { reason: describeError(error, t) })),
      },
    )
  }

  return (
    <ActionBar>
      <ActionBarState role="status">
        {t('translation.tasks.chosen', { count: chosen.length, number: format.number(chosen.length) })}
      </ActionBarState>
      <div className={styles.assigning}>
        <NativeSelect
          size="sm"
          label={t('translation.tasks.setOwner')}
          rightSection={<ChevronIcon />}
          value={owner}
          data={[
            { value: '', label: t('translation.tasks.keep') },
            { value: nobody, label: t('translation.tasks.nobody') },
            ...(editors.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget }) => setOwner(currentTarget.value)}
        />
        <TextInput
          type="date"
          size="sm"
          label={t('translation.tasks.setDue')}
          min="2000-01-01"
          max="9999-12-31"
          value={day}
          disabled={removesDay}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <Flex component="label" gap="0.6rem" align="center" mih="2.25rem" fz="sm">
          <input
            type="checkbox"
            checked={removesDay}
            onChange={({ currentTarget }) => setRemovesDay(currentTarget.checked)}
          />
          {t('translation.tasks.remove')}
        </Flex>
      </div>
      <ButtonRow>
        <Button disabled={isEmpty} loading={assign.isPending} onClick={apply}>
          {t('translation.tasks.apply')}
        </Button>
      </ButtonRow>
    </ActionBar>
  )
}
