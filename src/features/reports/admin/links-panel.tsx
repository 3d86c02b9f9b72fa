import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { fieldErrors } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { CopyField } from '#admin/kit/form/copy-field.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { useFocusOnRefused } from '#admin/kit/form/use-focus-on-refused.ts'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { FieldPair, Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { writeShown } from '#features/analytics/admin/parts/shown.ts'
import { useShown } from '#features/analytics/admin/parts/shown-context.tsx'
import { sharedPath } from '#features/reports/admin/shared/shared-path.ts'
import { linkDays, type NewLink } from '#features/reports/contract.ts'
import { LinkList } from './link-list.tsx'
import { useReportActions } from './use-reports.ts'

/** Links with which anybody reads the figures, and a form for another one. */
export function LinksPanel() {
  const { t } = useTexts()
  const [made, setMade] = useState<NewLink>()
  return (
    <Panel title={t('reports.links.title')}>
      <Stack gap="medium">
        <Hint>{t('reports.links.intro')}</Hint>
        {made ? (
          <MadeLink key={made.link.id} made={made} onDone={() => setMade(undefined)} />
        ) : (
          <LinkForm onMade={setMade} />
        )}
        <LinkList />
      </Stack>
    </Panel>
  )
}

const usualDays = 30

function LinkForm({ onMade }: { onMade: (made: NewLink) => void }) {
  const { t } = useTexts()
  const { makeLink } = useReportActions()
  const [name, setName] = useState('')
  const [days, setDays] = useState<(typeof linkDays)[number]>(usualDays)
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, error, failure, run } = useAction({ showsFailure: true })
  const refused = fieldErrors(error)
  useFocusOnRefused(form, error)

  function submit(event: FormEvent) {
    event.preventDefault()
    run(async () => onMade(await makeLink({ name, days })))
  }
  return (
    <StackedForm ref={form} onSubmit={submit}>
      <FieldPair>
        <TextInput
          label={t('reports.links.name')}
          autoComplete="off"
          dir="auto"
          maxLength={100}
          value={name}
          error={refused.name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <NativeSelect
          label={t('reports.links.days')}
          rightSection={<ChevronIcon />}
          value={days}
          error={refused.days}
          data={linkDays.map((value) => ({
            value: String(value),
            label: t('dashboard.period.days', { count: value }),
          }))}
          onChange={({ currentTarget: { value } }) =>
            setDays(linkDays.find((one) => String(one) === value) ?? days)
          }
        />
      </FieldPair>
      <Hint>{t('reports.links.nameHint')}</Hint>
      <Hint isError role="alert">
        {refused.name || refused.days ? undefined : failure}
      </Hint>
      <ButtonRow>
        <Button type="submit" loading={isBusy}>
          {t('reports.links.make')}
        </Button>
      </ButtonRow>
    </StackedForm>
  )
}

/** The address of a new link, which nobody can see again. It opens what the start screen has just shown. */
function MadeLink({ made: { link, token }, onDone }: { made: NewLink; onDone: () => void }) {
  const { t } = useTexts()
  const shown = useShown()
  const [isCopied, setCopied] = useState(false)
  const search = writeShown(shown).toString()
  const address = `${location.origin}${sharedPath}${search && `?${search}`}#${token}`
  return (
    <Stack>
      <CopyField
        label={t('reports.links.address', { name: link.name })}
        value={address}
        onCopied={() => setCopied(true)}
      />
      <Hint>{t('reports.links.once')}</Hint>
      <ButtonRow>
        <Button variant={isCopied ? 'filled' : 'default'} onClick={onDone}>
          {t('reports.links.done')}
        </Button>
      </ButtonRow>
      <LeaveGuard
        isDirty={!isCopied}
        title={t('reports.links.leaveTitle')}
        text={t('reports.links.leaveText')}
      />
    </Stack>
  )
}
