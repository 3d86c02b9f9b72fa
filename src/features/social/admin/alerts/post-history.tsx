import { Fragment, useMemo } from 'react'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { currentZone } from '#admin/kit/moment.ts'
import { State, type StateSymbol } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { describeReason } from '#features/social/admin/parts/stored-reason.ts'
import { platformNames } from '#features/social/contract.ts'
import type { AttemptKind, PostEvent, SocialPost } from '#features/social/posts/contract.ts'
import styles from './alerts.module.css'
import { usePostHistory } from './use-posts.ts'

const symbols: Record<AttemptKind, StateSymbol> = {
  ...{
    scheduled: 'begun',
    edited: 'begun',
    retried: 'begun',
    decided: 'done',
    handed_over: 'begun',
    moved: 'begun',
  },
  ...{ taken: 'none', called: 'none', prepared: 'none', armed: 'changing', renewed: 'none' },
  ...{ postponed: 'begun', published: 'done', settled: 'done', failed: 'attention', lost: 'attention' },
  ...{ removed: 'none', not_removed: 'attention' },
  ...{ searched_published: 'done', searched_absent: 'none', searched_unknown: 'attention' },
}

/** What has happened to a post, in order. */
export function PostHistory({ post }: { post: SocialPost }) {
  const { t, language } = useTexts()
  const history = usePostHistory(post.id)
  const time = useMemo(
    () =>
      new Intl.DateTimeFormat(language, {
        dateStyle: 'medium',
        timeStyle: 'medium',
        timeZone: currentZone(),
      }),
    [language],
  )
  const { data } = history
  return (
    <Panel title={t('alerts.history.title')}>
      {history.isPending && <LoadingLines />}
      {history.isError && !data && (
        <LoadFailure query={history} describe={(reason) => t('alerts.failed', { reason })} />
      )}
      {data?.length === 0 && <Hint>{t('alerts.history.none')}</Hint>}
      {data && data.length > 0 && (
        <ol className={styles.history}>
          {data.map((event, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added at the end
            <HistoryEvent key={`${event.at} ${index}`} event={event} post={post} time={time} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

interface HistoryEventProps {
  event: PostEvent
  post: SocialPost
  /** With seconds, which tell one attempt from the next. */
  time: Intl.DateTimeFormat
}

function HistoryEvent({ event, post, time }: HistoryEventProps) {
  const { t, format } = useTexts()
  const { at, kind, status, milliseconds, detail, user } = event
  const own = describeReason(detail, t, format.number)
  // What a person says who has looked for it.
  const isAbsent = kind === 'retried' && detail === 'absent'
  const measured = [
    ...(status === null ? [] : [`HTTP ${status}`]),
    ...(milliseconds === null ? [] : [format.unit(milliseconds, 'millisecond')]),
  ]
  return (
    <li>
      <time dateTime={at}>{time.format(new Date(at))}</time>
      <div>
        <State symbol={symbols[kind]} isError={symbols[kind] === 'attention'}>
          {t(`alerts.events.${isAbsent ? 'retried_absent' : kind}`, {
            platform: platformNames[post.platform],
          })}
        </State>
        {user && (
          <Detail>
            <bdi>{user.name}</bdi>
          </Detail>
        )}
        {own && <Detail>{own}</Detail>}
        {detail && !own && !isAbsent && <Told text={kind === 'moved' ? detail.replace('T', ' ') : detail} />}
        {measured.length > 0 && (
          <Detail>
            {measured.map((value, index) => (
              <Fragment key={value}>
                {index > 0 && ' · '}
                <bdi>{value}</bdi>
              </Fragment>
            ))}
          </Detail>
        )}
      </div>
    </li>
  )
}

/** An address, or words of the platform. */
function Told({ text }: { text: string }) {
  if (/^https?:\/\/\S+$/.test(text))
    return (
      <Detail>
        <a href={text} target="_blank" rel="noreferrer" dir="ltr">
          {text}
        </a>
      </Detail>
    )
  return (
    <Detail>
      <bdi className={styles.told}>{text}</bdi>
    </Detail>
  )
}
