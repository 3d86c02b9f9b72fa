import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { type Fact, Facts } from '#admin/kit/layout/facts.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { State, type StateSymbol } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Engine } from '#features/seo/submission/contract.ts'
import { findAnswerName } from '#features/seo/submission/model.ts'
import { type EngineState, progressOf, stateOf } from './answer.ts'
import { Credentials } from './credentials.tsx'
import styles from './tools.module.css'

const symbols: Record<EngineState, StateSymbol> = {
  ...{ ready: 'done', sending: 'changing', paused: 'attention', troubled: 'attention' },
  ...{ not_configured: 'none', not_public: 'none', sitemap_off: 'none' },
}

interface EngineCardProps {
  engine: Engine
  /** Absent for those who may not. */
  onSubmit?: () => void
  isBusy: boolean
}

/** One search engine: what it needs, what waits for it, what it last said. */
export function EngineCard({ engine, onSubmit, isBusy }: EngineCardProps) {
  const { t, format } = useTexts()
  const name = t(`submissions.names.${engine.engine}`)
  const state = stateOf(engine)
  const progress = progressOf(engine)
  const sent = progress && {
    ...{ done: format.number(progress.done), total: format.number(progress.total) },
  }
  return (
    <article className={styles.engine} aria-label={name}>
      <header>
        <h3>{name}</h3>
        <State symbol={symbols[state]} isError={state === 'troubled'}>
          {t(`submissions.states.${state}`)}
        </State>
      </header>
      <Hint>{t(`submissions.ways.${engine.engine}`)}</Hint>
      <Credentials engine={engine} />
      {progress && sent && (
        <div>
          <ProgressBar
            label={name}
            value={progress.done}
            max={progress.total}
            text={t('submissions.progress', sent)}
          />
          <Detail>{t('submissions.progress', sent)}</Detail>
        </div>
      )}
      {engine.paused_until && engine.waiting > 0 && (
        <Hint>{t('submissions.pausedUntil', { date: format.dateTime(engine.paused_until) })}</Hint>
      )}
      <EngineFacts engine={engine} />
      {onSubmit && engine.obstacle === null && (
        <Button
          variant="default"
          disabled={isBusy}
          aria-label={t('submissions.submitTo', { engine: name })}
          onClick={onSubmit}
        >
          {t('submissions.submit')}
        </Button>
      )}
      {engine.obstacle === 'sitemap_off' && <Link to="/admin/settings/seo">{t('submissions.settings')}</Link>}
    </article>
  )
}

function EngineFacts({ engine }: { engine: Engine }) {
  const { t, format } = useTexts()
  const { changed, waiting, run, quota, sitemap } = engine
  const left = quota && { left: format.number(quota.left), total: format.number(quota.total ?? 0) }
  const facts: Fact[] = [
    { name: t('submissions.changed'), value: format.number(changed), isQuiet: changed === 0 },
    ...(waiting > 0 ? [{ name: t('submissions.waiting'), value: format.number(waiting) }] : []),
    ...(run && run.ended_at !== null
      ? [
          {
            name: t('submissions.lastRun'),
            value: t('submissions.runResult', {
              date: format.dateTime(run.ended_at),
              ...{ accepted: format.number(run.accepted), failed: format.number(run.failed) },
            }),
          },
        ]
      : []),
    { name: t('submissions.lastAnswer'), value: <LastAnswer answer={engine.last_answer} /> },
    ...(left
      ? [
          {
            name: t('submissions.quota'),
            value: quota.total === null ? t('submissions.quotaLeft', left) : t('submissions.quotaOf', left),
          },
        ]
      : []),
    ...(sitemap
      ? [
          {
            name: t('submissions.found.name'),
            value: sitemap.downloaded_at
              ? t('submissions.found.counts', {
                  ...{ errors: format.number(sitemap.errors), warnings: format.number(sitemap.warnings) },
                  date: format.dateTime(sitemap.downloaded_at),
                })
              : t('submissions.found.unread'),
          },
        ]
      : []),
  ]
  return <Facts facts={facts} layout="ruled" />
}

/** What the engine last said: the status, a sentence, and its own words. */
function LastAnswer({ answer }: { answer: Engine['last_answer'] }) {
  const { t, format } = useTexts()
  if (!answer) return t('submissions.noAnswer')
  const name = findAnswerName(answer)
  return (
    <>
      {answer.status !== null && <bdi>{answer.status}</bdi>} {name && t(`submissions.${name}`)}
      <Detail>
        <time dateTime={answer.at}>{format.dateTime(answer.at)}</time>
      </Detail>
      {answer.answer !== '' && (
        <details className={styles.words}>
          <summary>{t('submissions.words')}</summary>
          <code dir="ltr">{answer.answer}</code>
        </details>
      )}
    </>
  )
}
