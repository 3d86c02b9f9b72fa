import { Button, Flex, Radio } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DateTimeField } from '#admin/kit/form/date-time-field.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { useDateTime } from '#admin/kit/form/use-date-time.ts'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { formatMoment } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { ContentItem, ContentKey } from '#features/content/contract.ts'
import type { Release } from '#features/releases/contract.ts'
import type { Language } from '#shared/languages.ts'
import { isBlankHtml } from '#shared/markup.ts'
import { useSchedules, useScheduling } from './use-schedules.ts'

interface TextProps {
  contentKey: ContentKey
  language: Language
}

/** The scheduled changes of a text, each with a button or link to cancel it. */
export function ScheduledChanges({ contentKey, language, canEdit }: TextProps & { canEdit: boolean }) {
  const { t, format, language: uiLanguage } = useTexts()
  const schedules = useSchedules(contentKey, language)
  const { isBusy, cancel } = useScheduling(contentKey, language, () => {})
  if (schedules.length === 0) return null

  const describe = (release: Release) => {
    const item = release.items.find((one) => one.key === contentKey && one.language === language)
    const date = formatMoment(release.due_at ?? '', uiLanguage)
    return typeof item?.version === 'number'
      ? t('releases.single.willPublish', { version: format.number(item.version), date })
      : t('releases.single.willTakeOff', { date })
  }
  return (
    <Flex component="ul" direction="column" gap="0.25rem" flex="0 1 100%" c="bright" fz="sm">
      {schedules.map((release) => (
        <Flex component="li" key={release.id} wrap="wrap" gap="0 0.9rem" align="baseline">
          <span>{describe(release)}</span>
          {release.items.length > 1 ? (
            <Link to={`/admin/content/releases/${release.id}`}>
              {t('releases.single.together', { name: release.name })}
            </Link>
          ) : (
            canEdit && (
              <TextButton
                disabled={isBusy}
                aria-label={t('releases.single.cancelNamed', { date: describe(release) })}
                onClick={() => cancel(release.id)}
              >
                {t('releases.single.cancel')}
              </TextButton>
            )
          )}
        </Flex>
      ))}
    </Flex>
  )
}

interface ScheduleButtonProps extends TextProps {
  newest: ContentItem | undefined
  published: ContentItem | undefined
  isChanged: boolean
}

/** Opens the dialog that schedules a change of a text. */
export function ScheduleButton(props: ScheduleButtonProps) {
  const { newest, published, isChanged } = props
  const { t } = useTexts()
  const toasts = useToasts()
  const [isOpen, setOpen] = useState(false)
  const canPublish =
    newest !== undefined && newest.version !== published?.version && !isBlankHtml(newest.content)

  function open() {
    if (isChanged || !newest) toasts.show('error', t('editor.saveFirst'))
    else setOpen(true)
  }

  return (
    <>
      <Button variant="subtle" disabled={!canPublish && !published && !isChanged} onClick={open}>
        {t('releases.single.open')}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('releases.single.title')}>
        {isOpen && newest && (
          <ScheduleForm
            {...props}
            version={canPublish ? newest.version : undefined}
            onClose={() => setOpen(false)}
          />
        )}
      </Dialog>
    </>
  )
}

interface ScheduleFormProps extends ScheduleButtonProps {
  /** The version to publish; undefined if the newest is published already. */
  version: number | undefined
  onClose: () => void
}

function ScheduleForm({ contentKey, language, published, version, onClose }: ScheduleFormProps) {
  const { t, format } = useTexts()
  const { isBusy, schedule } = useScheduling(contentKey, language, onClose)
  const [what, setWhat] = useState(version === undefined ? 'takeOff' : 'publish')
  const { field, read } = useDateTime()

  function submit(event: FormEvent) {
    event.preventDefault()
    const time = read()
    if (time) schedule(what === 'publish' && version !== undefined ? version : null, time.toISOString())
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Radio.Group label={t('releases.single.what')} value={what} onChange={setWhat}>
          <Stack gap="small">
            {version !== undefined && (
              <Radio
                value="publish"
                label={t('releases.single.publish', { version: format.number(version) })}
              />
            )}
            {(published || version !== undefined) && (
              <Radio value="takeOff" label={t('releases.single.takeOff')} />
            )}
          </Stack>
        </Radio.Group>
        <DateTimeField {...field} />
        <DialogActions
          confirm={t('releases.scheduling.confirm')}
          cancel={t('releases.actions.back')}
          isBusy={isBusy}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}
