import { CheckField } from '#admin/kit/form/check-field.tsx'
import { DateTimeField } from '#admin/kit/form/date-time-field.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { currentZone, formatMoment } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { isWallTime, resolveWallTime } from '#features/social/posts/model.ts'
import styles from './composer.module.css'
import { NeighbourNotes } from './neighbour-notes.tsx'
import { QueueButton, QueueHint } from './queue-button.tsx'
import type { Composing } from './use-composer.ts'

/** When the posts are published, and whether visits by their links are counted. */
export function TimeFields({ composer }: { composer: Composing }) {
  const { t } = useTexts()
  const { chosen, composition, timeFault, needsTime, change } = composer
  const { taken } = composer.neighbours
  const setTime = (wall_time: string) => change((before) => ({ ...before, wall_time }))
  // A time that has passed is said at once, a missing one when it is needed.
  const error =
    timeFault === 'past'
      ? t('dateTime.past')
      : timeFault === 'required' && needsTime
        ? t('dateTime.required')
        : undefined
  return (
    <div className={styles.time}>
      <div className={styles.timeRow}>
        <DateTimeField value={composition.wall_time} error={error} onChange={setTime} />
        <QueueButton chosen={chosen} taken={taken} onFound={setTime} />
      </div>
      <QueueHint chosen={chosen} />
      <ClockNote wallTime={composition.wall_time} />
      <NeighbourNotes neighbours={composer.neighbours} />
      <CheckField
        label={t('composer.tracks.label')}
        checked={composition.tracks_links}
        onChange={(tracks_links) => change((before) => ({ ...before, tracks_links }))}
      />
      <Hint>{t('composer.tracks.hint')}</Hint>
    </div>
  )
}

/** What is taken where clocks skip a time or show it twice. */
export function ClockNote({ wallTime }: { wallTime: string }) {
  const { t, language } = useTexts()
  if (!isWallTime(wallTime)) return null
  const zone = currentZone()
  const { kind, instant, later } = resolveWallTime(wallTime, zone)
  const write = (moment: Date) => formatMoment(moment.toISOString(), language)
  if (kind === 'skipped')
    return <Hint role="status">{t('times.skipped', { zone, time: write(instant) })}</Hint>
  if (kind === 'twice' && later)
    return (
      <Hint role="status">{t('times.twice', { zone, first: write(instant), second: write(later) })}</Hint>
    )
  return null
}
