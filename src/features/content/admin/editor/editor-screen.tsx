import '#features/releases/admin/parts/texts.ts'
import '#features/content/admin/translation/texts.ts'
import '#features/content/admin/preview/texts.ts'
import '#features/content/admin/history/texts.ts'
import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useCan, useUser } from '#admin/kit/api/api-context.tsx'
import { BackLink } from '#admin/kit/back-link.tsx'
import { Columns, Stack } from '#admin/kit/layout/columns.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { listTranslated } from '#features/content/admin/content-state.ts'
import { baseOf, type Edits } from '#features/content/admin/drafts/edits.ts'
import { useEditing } from '#features/content/admin/drafts/use-editing.ts'
import { HistoryPanel } from '#features/content/admin/history/history-panel.tsx'
import { contentTitle } from '#features/content/admin/parts/content-title.ts'
import { PreviewPane } from '#features/content/admin/preview/preview-pane.tsx'
import { SearchPreview } from '#features/content/admin/preview/search-preview.tsx'
import { usePreviewer } from '#features/content/admin/preview/use-previewer.ts'
import { TranslationEditor } from '#features/content/admin/translation/translation-editor.tsx'
import { useBuiltIn, useEntries, useNewest, usePublished } from '#features/content/admin/use-content.ts'
import { ContentKey, type Presence } from '#features/content/contract.ts'
import { contentPermissions } from '#features/content/permissions.ts'
import { isLanguage, languages } from '#shared/languages.ts'
import { ContentTabs } from './content-tabs.tsx'
import styles from './editor.module.css'
import { findNewer } from './newer-version.ts'
import presenceStyles from './presence.module.css'
import { PresenceList } from './presence-list.tsx'
import { PublishBar } from './publish-bar.tsx'
import { SeoFields } from './seo-fields.tsx'
import { TextNotices } from './text-notices.tsx'
import { TextPanel } from './text-panel.tsx'
import { useContentActions } from './use-content-actions.ts'
import { usePresence } from './use-presence.ts'

const MergeScreen = lazy(async () => ({
  default: (await import('#features/content/admin/history/merge-screen.tsx')).MergeScreen,
}))
const VersionDialog = lazy(async () => ({
  default: (await import('#features/content/admin/history/version-dialog.tsx')).VersionDialog,
}))

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
  return <BackLink to="/admin/content">{t('editor.back')}</BackLink>
}

function Editor({ contentKey }: { contentKey: ContentKey }) {
  const { t, format, language: uiLanguage } = useTexts()
  const [params, setParams] = useSearchParams()
  const asked = params.get('language')
  const language = isLanguage(asked) ? asked : uiLanguage
  const user = useUser()
  const canEdit = useCan(contentPermissions.edit)
  const [viewed, setViewed] = useState<number>()

  const entry = useEntries().data?.find(({ key }) => key === contentKey)
  const newestQuery = useNewest(contentKey, language)
  const newest = newestQuery.data ?? undefined
  const isLoaded = newestQuery.data !== undefined
  const builtIn = useBuiltIn(contentKey, language).data?.content ?? ''
  const published = usePublished(
    contentKey,
    language,
    newestQuery.data,
    entry?.languages[language]?.published_version,
  )

  const editing = useEditing(contentKey)
  function choose(next: string) {
    // What is being compared with stays.
    const address = new URLSearchParams(params)
    address.set('language', next)
    setParams(address, { replace: true })
  }
  const actions = useContentActions(contentKey, editing, choose)

  const saved = baseOf(newest)
  const edit = editing.edits[language]
  const fields = edit?.fields ?? saved.fields
  const presence = usePresence(contentKey, language, editing.windowId)
  const refused = editing.conflicts[language]
  const shown = edit?.base.version ?? saved.version
  const newer = isLoaded
    ? findNewer({ language, shown, presence, listed: saved.version, refused, userId: user.id })
    : undefined
  const isMerging = edit !== undefined && refused !== undefined
  const translated = listTranslated(entry, {
    ...contentsOf(editing.edits),
    ...(isLoaded && { [language]: fields.content }),
  })
  const title = contentTitle(contentKey, t)
  const [isPreviewing, setPreviewing] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const { content, seo_title, seo_description, seo_keywords } = fields
  const isLooking = canEdit && isLoaded && (isPreviewing || isSharing)
  const preview = usePreviewer(
    useMemo(
      () =>
        isLooking
          ? { key: contentKey, language, content, seo_title, seo_description, seo_keywords }
          : undefined,
      [isLooking, contentKey, language, content, seo_title, seo_description, seo_keywords],
    ),
  )

  return (
    <>
      <LeaveGuard isDirty={Object.keys(editing.edits).length > 0} onLeave={editing.discardAll} />
      <ScreenHeading
        before={<BackToList />}
        title={title}
        aside={
          <div className={presenceStyles.head}>
            <PresenceList others={presence?.others ?? nobody} />
            <p className={styles.progress}>
              {t('content.progress', {
                count: format.number(translated.length),
                total: format.number(languages.length),
              })}
            </p>
          </div>
        }
      />
      <ContentTabs
        language={language}
        entry={entry}
        unsaved={languages.filter((code) => editing.edits[code])}
        onChoose={choose}
      >
        {newestQuery.isError && !isLoaded && (
          <LoadFailure query={newestQuery} describe={(reason) => t('editor.loadFailed', { reason })} />
        )}
        {newestQuery.isPending && <Skeleton height={320} />}
        {isMerging && newer && (
          <Suspense fallback={<Skeleton height={320} />}>
            <MergeScreen
              contentKey={contentKey}
              language={language}
              edit={edit}
              newest={newer.version}
              author={newer.isOwn ? undefined : (newer.author ?? t('history.newer.somebody'))}
              editing={editing}
              onClose={() => editing.leaveConflict(language)}
            />
          </Suspense>
        )}
        {isLoaded && !isMerging && (
          <Columns second="margin">
            <Stack>
              <TextNotices
                isRecovered={editing.isRecovered && edit !== undefined}
                onDiscard={() => editing.discard(language)}
                newer={newer}
                isChanged={edit !== undefined}
                onMerge={() => newer && editing.reportConflict(language, newer.version)}
                onLoad={() => void newestQuery.refetch()}
              />
              <TranslationEditor contentKey={contentKey} language={language} isChanged={edit !== undefined}>
                <TextPanel
                  key={language}
                  language={language}
                  fields={fields}
                  saved={saved}
                  builtIn={builtIn}
                  readOnly={!canEdit}
                  onChange={(change) => editing.change(language, saved, change)}
                />
              </TranslationEditor>
            </Stack>
            <aside className={styles.margin}>
              <SeoFields
                key={language}
                language={language}
                fields={fields}
                readOnly={!canEdit}
                onChange={(change) => editing.change(language, saved, change)}
              />
              <SearchPreview
                contentKey={contentKey}
                language={language}
                fields={fields}
                preview={canEdit ? preview : undefined}
                onShare={setSharing}
              />
              <HistoryPanel
                key={`history ${language}`}
                contentKey={contentKey}
                language={language}
                onOpen={setViewed}
              />
            </aside>
          </Columns>
        )}
      </ContentTabs>
      {isLoaded && !isMerging && (
        <PublishBar
          contentKey={contentKey}
          language={language}
          fields={fields}
          newest={newest}
          published={published}
          pageExists={builtIn !== ''}
          edits={editing.edits}
          canEdit={canEdit}
          isPreviewing={isPreviewing}
          onPreview={() => setPreviewing(!isPreviewing)}
          actions={actions}
        />
      )}
      {isPreviewing && (
        <PreviewPane
          id="preview"
          language={language}
          preview={preview}
          onClose={() => {
            setPreviewing(false)
            document.querySelector<HTMLElement>('[aria-controls="preview"]')?.focus()
          }}
        />
      )}
      {viewed !== undefined && (
        <Suspense>
          <VersionDialog
            contentKey={contentKey}
            language={language}
            version={viewed}
            newest={newer?.version ?? saved.version}
            canEdit={canEdit}
            isChanged={edit !== undefined}
            onOpen={setViewed}
            onClose={() => setViewed(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

const nobody: Presence['others'] = []

function contentsOf(edits: Edits): Partial<Record<(typeof languages)[number], string>> {
  return Object.fromEntries(Object.entries(edits).map(([language, { fields }]) => [language, fields.content]))
}
