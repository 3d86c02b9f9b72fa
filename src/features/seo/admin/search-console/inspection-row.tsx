import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Detail, Tag } from '#admin/kit/layout/hint.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { State, type StateSymbol } from '#admin/kit/state-mark.tsx'
import { isolate } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { readablePath } from '#features/seo/admin/readable-address.ts'
import { seoPermissions } from '#features/seo/permissions.ts'
import type { Inspection } from '#features/seo/search-console/contract.ts'
import type { IndexState } from '#features/seo/submission/contract.ts'
import { languageNames } from '#shared/languages.ts'
import { FailureWords } from './failure-notice.tsx'
import { obstaclesOf } from './obstacles.ts'
import styles from './search-console.module.css'
import { useSearchConsoleActions } from './use-search-console.ts'

const symbols: Record<IndexState, StateSymbol> = {
  indexed: 'done',
  not_indexed: 'attention',
  unknown: 'none',
}

/** What Google last said of an address, what is known beside it, and the button that asks again. */
export function InspectionRow({ inspection, canAsk }: { inspection: Inspection; canAsk: boolean }) {
  const { t } = useTexts()
  const { address, language, state, words, findings, link } = inspection
  return (
    <li className={styles.address}>
      <p className={styles.head}>
        <a href={address} dir="ltr" target="_blank" rel="noreferrer">
          {readablePath(address)}
        </a>
        <Tag>
          <span lang={language}>{languageNames[language]}</span>
        </Tag>
      </p>
      <p className={styles.head}>
        <State symbol={symbols[state]}>{t(`searchConsole.index.states.${state}`)}</State>
        {words && (
          <q className={styles.words} dir="auto">
            {words}
          </q>
        )}
      </p>
      <Times inspection={inspection} />
      <Obstacles inspection={inspection} />
      <div className={styles.actions}>
        {canAsk && <AskButton inspection={inspection} />}
        {findings && (
          <Link to={`/admin/seo?${new URLSearchParams({ view: 'findings', path: findings.path, language })}`}>
            <FindingCount count={findings.count} />
          </Link>
        )}
        {link && <OutwardLink to={link}>{t('searchConsole.index.open')}</OutwardLink>}
      </div>
      <History inspection={inspection} />
    </li>
  )
}

function FindingCount({ count }: { count: number }) {
  const { t, format } = useTexts()
  return t('searchConsole.index.findings', { number: format.number(count) })
}

/** When engines took it, when Google was there, and when Google was asked. */
function Times({ inspection }: { inspection: Inspection }) {
  const { t, format } = useTexts()
  const { accepted, crawled_at, inspected_at } = inspection
  const lines = [
    ...accepted.map(({ engine, at }) =>
      t('searchConsole.index.accepted', {
        engine: t(`submissions.names.${engine}`),
        time: format.dateTime(at),
      }),
    ),
    ...(crawled_at ? [t('searchConsole.index.crawled', { time: format.dateTime(crawled_at) })] : []),
    inspected_at
      ? t('searchConsole.index.inspected', { time: format.dateTime(inspected_at) })
      : t('searchConsole.index.never'),
  ]
  return <Detail>{lines.join(' ')}</Detail>
}

/** What keeps the address out of results, and why Google has not answered last. */
function Obstacles({ inspection }: { inspection: Inspection }) {
  const { t, format } = useTexts()
  const { failure, google_canonical } = inspection
  const obstacles = obstaclesOf(inspection)
  if (obstacles.length === 0 && !failure) return null
  return (
    <ul className={styles.obstacles}>
      {obstacles.map(({ key, state }) => (
        <li key={key}>
          {t(`searchConsole.index.obstacles.${key}`, {
            ...{ state: isolate(state), address: isolate(readablePath(google_canonical ?? '')) },
          })}
        </li>
      ))}
      {failure && (
        <li>
          {t('searchConsole.index.failedAt', { time: format.dateTime(failure.at) })}{' '}
          <FailureWords failure={failure} />
        </li>
      )}
    </ul>
  )
}

function AskButton({ inspection: { address, is_wanted } }: { inspection: Inspection }) {
  const { t } = useTexts()
  const toasts = useToasts()
  const maySubmit = useCan(seoPermissions.submit)
  const actions = useSearchConsoleActions()
  const { isBusy, run } = useAction()
  if (!maySubmit) return null
  const isAsking = isBusy || is_wanted
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={isAsking}
        aria-label={t('searchConsole.index.askAbout', { address: isolate(readablePath(address)) })}
        onClick={() =>
          run(async () => {
            const said = await actions.inspect(address)
            if (said.failure) toasts.show('error', t('searchConsole.index.noAnswer'))
            else
              toasts.show(
                'success',
                t(said.is_wanted ? 'searchConsole.index.slow' : 'searchConsole.index.answered'),
              )
          })
        }
      >
        {t('searchConsole.index.ask')}
      </Button>
      {isAsking && <span role="status">{t('searchConsole.index.asking')}</span>}
    </>
  )
}

/** The verdicts before the last one. */
function History({ inspection: { history } }: { inspection: Inspection }) {
  const { t, format } = useTexts()
  const [, ...before] = history
  if (before.length === 0) return null
  return (
    <details>
      <summary>{t('searchConsole.index.before')}</summary>
      <ul className={styles.obstacles}>
        {before.map(({ at, state, words }) => (
          <li key={at}>
            {format.dateTime(at)}: {t(`searchConsole.index.states.${state}`)}{' '}
            <q className={styles.words} dir="auto">
              {words}
            </q>
          </li>
        ))}
      </ul>
    </details>
  )
}
