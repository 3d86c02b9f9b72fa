import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { useUser } from '#admin/kit/api-context.tsx'
import { contentTitle } from '#admin/kit/content-title.ts'
import { describeError } from '#admin/kit/errors.ts'
import { BackIcon } from '#admin/kit/icons.tsx'
import { EmptyState, Notice } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/text-context.tsx'
import { isLanguage, languages } from '#shared/languages.ts'
import { ContentKey } from '../contract.ts'
import { listTranslated } from './content-state.ts'
import styles from './editor.module.css'
import { baseOf, type Edits } from './edits.ts'
import { LanguageTabs } from './language-tabs.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { PublishBar } from './publish-bar.tsx'
import { SeoFields } from './seo-fields.tsx'
import { TextNotices } from './text-notices.tsx'
import { TextPanel } from './text-panel.tsx'
import { useBuiltIn, useEntries, usePublished, useVersions } from './use-content.ts'
import { useContentActions } from './use-content-actions.ts'
import { useEditing } from './use-editing.ts'
import { VersionHistory } from './version-history.tsx'
import { VersionViewer } from './version-viewer.tsx'

/** One text of the site in its ten languages. */
export function EditorScreen() {
  const { t } = useTexts()
  const { key = '' } = useParams()
  const known = ContentKey.safeParse(key)
  if (known.success) return <Editor key={known.data} contentKey={known.data} />
  return (
    <>
      <ScreenHeading before={<BackToList />} title={t('editor.unknownTitle')} />
      <EmptyState title={t('editor.unknownText', { key })} />
    </>
  )
}

function BackToList() {
  const { t } = useTexts()
  return (
    <Link className={styles.back} to="/admin/content">
      <BackIcon />
      {t('editor.back')}
    </Link>
  )
}

function Editor({ contentKey }: { contentKey: ContentKey }) {
  const { t, format, language: uiLanguage } = useTexts()
  const [params, setParams] = useSearchParams()
  const asked = params.get('language')
  const language = isLanguage(asked) ? asked : uiLanguage
  const canEdit = useUser().role !== 'viewer'
  const [viewed, setViewed] = useState<number>()

  const entry = useEntries().data?.find(({ key }) => key === contentKey)
  const versions = useVersions(contentKey, language)
  const builtIn = useBuiltIn(contentKey, language).data?.content ?? ''
  const published = usePublished(
    contentKey,
    language,
    versions.data,
    entry?.languages[language]?.published_version,
  )

  const editing = useEditing(contentKey)
  const choose = (next: string) => setParams({ language: next }, { replace: true })
  const actions = useContentActions(contentKey, editing, choose)

  const newest = versions.data?.[0]
  const saved = baseOf(newest)
  const edit = editing.edits[language]
  const fields = edit?.fields ?? saved.fields
  const translated = listTranslated(entry, {
    ...contentsOf(editing.edits),
    ...(versions.data && { [language]: fields.content }),
  })
  const title = contentTitle(contentKey, t)
  const viewedItem = versions.data?.find(({ version }) => version === viewed)

  return (
    <>
      <LeaveGuard contentKey={contentKey} edits={editing.edits} />
      <ScreenHeading
        before={<BackToList />}
        title={title}
        aside={
          <p className={styles.progress}>
            {t('content.progress', {
              count: format.number(translated.length),
              total: format.number(languages.length),
            })}
          </p>
        }
      />
      <LanguageTabs
        language={language}
        entry={entry}
        unsaved={languages.filter((code) => editing.edits[code])}
        onChoose={choose}
      >
        {versions.isError && !versions.data && (
          <Notice
            kind="error"
            actions={
              <Button variant="default" loading={versions.isFetching} onClick={() => void versions.refetch()}>
                {t('retry')}
              </Button>
            }
          >
            {t('editor.loadFailed', { reason: describeError(versions.error, t) })}
          </Notice>
        )}
        {versions.isPending && <Skeleton height={320} />}
        {versions.data && (
          <div className={styles.desk}>
            <div className={styles.writing}>
              <TextNotices
                isRecovered={editing.isRecovered}
                conflict={editing.conflicts[language]}
                onSeeTheirs={async (version) => {
                  await versions.refetch()
                  setViewed(version)
                }}
                onSaveOnTop={(version) => actions.save(only(language, editing.saveOnTop(language, version)))}
              />
              <TextPanel
                key={language}
                language={language}
                fields={fields}
                saved={saved}
                builtIn={builtIn}
                readOnly={!canEdit}
                onChange={(change) => editing.change(language, saved, change)}
              />
            </div>
            <aside className={styles.margin}>
              <SeoFields
                key={language}
                language={language}
                fields={fields}
                readOnly={!canEdit}
                onChange={(change) => editing.change(language, saved, change)}
              />
              <VersionHistory
                versions={versions.data}
                hasOlder={versions.hasNextPage}
                isLoadingOlder={versions.isFetchingNextPage}
                onOlder={() => void versions.fetchNextPage()}
                onOpen={setViewed}
              />
            </aside>
          </div>
        )}
      </LanguageTabs>
      {versions.data && (
        <PublishBar
          contentKey={contentKey}
          language={language}
          fields={fields}
          newest={newest}
          published={published}
          pageExists={builtIn !== ''}
          edits={editing.edits}
          canEdit={canEdit}
          actions={actions}
        />
      )}
      <VersionViewer
        item={viewedItem}
        canEdit={canEdit}
        onClose={() => setViewed(undefined)}
        onUse={(item) => {
          if (item.version === newest?.version) editing.discard(language)
          else editing.change(language, saved, baseOf(item).fields)
          setViewed(undefined)
        }}
      />
    </>
  )
}

function contentsOf(edits: Edits): Partial<Record<(typeof languages)[number], string>> {
  return Object.fromEntries(Object.entries(edits).map(([language, { fields }]) => [language, fields.content]))
}

function only(language: (typeof languages)[number], edits: Edits): Edits {
  const edit = edits[language]
  return edit ? { [language]: edit } : {}
}
