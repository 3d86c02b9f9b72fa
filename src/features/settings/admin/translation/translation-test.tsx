import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { TranslationSample } from '#features/content/contract.ts'
import { Preview, type PreviewProps } from '#features/settings/admin/previews/preview.tsx'
import styles from '#features/settings/admin/settings.module.css'
import { readText } from '#features/settings/admin/values.ts'
import { directionOf } from '#shared/languages.ts'

/** Has the service translate a sentence with what is saved, and shows what came back or what went wrong. */
export function TranslationTest({ settings, hasChanges }: PreviewProps) {
  const { t, language } = useTexts()
  const api = useApi()
  const { isBusy, failure, run } = useAction({ showsFailure: true })
  const own = settings.filter(({ key }) => key.startsWith('translate'))
  // What was found out about other values says nothing about these.
  const state = own.map(({ key, version }) => `${key} ${version}`).join()
  const [tried, setTried] = useState<{ state: string; sample?: TranslationSample }>()
  const isReady = ['translateUrl', 'translateModel'].every((name) =>
    own.some(({ key, value }) => key === name && readText(value) !== ''),
  )

  function test() {
    setTried({ state })
    run(async () => {
      const sample = await api.send('POST', '/api/content/translate/test', TranslationSample, {
        to: language,
      })
      setTried({ state, sample })
    })
  }

  const sample = tried?.state === state ? tried.sample : undefined
  const isRefused = tried?.state === state && failure !== undefined && !isBusy
  return (
    <Preview title={t('settings.translationTest.title')}>
      <Hint>{t('settings.translationTest.text')}</Hint>
      <ButtonRow>
        <Button variant="default" disabled={!isReady || hasChanges} loading={isBusy} onClick={test}>
          {t('settings.translationTest.run')}
        </Button>
      </ButtonRow>
      {hasChanges && <Hint>{t('settings.translationTest.unsaved')}</Hint>}
      {!hasChanges && !isReady && <Hint>{t('settings.translationTest.missing')}</Hint>}
      <div role="status">
        {isRefused && (
          <State symbol="attention" isError>
            {failure}
          </State>
        )}
        {sample && <Sample sample={sample} />}
      </div>
    </Preview>
  )
}

function Sample({ sample: { from, to, original, translation } }: { sample: TranslationSample }) {
  const { t } = useTexts()
  return (
    <>
      <State symbol="done">{t('settings.translationTest.works')}</State>
      <dl className={styles.sample}>
        <div>
          <dt>{t('settings.translationTest.original')}</dt>
          <dd lang={from} dir={directionOf(from)}>
            {original}
          </dd>
        </div>
        <div>
          <dt>{t('settings.translationTest.translation')}</dt>
          <dd lang={to} dir={directionOf(to)}>
            {translation}
          </dd>
        </div>
      </dl>
    </>
  )
}
