import '#features/releases/admin/parts/texts.ts'
import '#features/content/admin/translation/texts.ts'
import '#features/content/admin/preview/texts.ts'
import '#features/content/admin/history/texts.ts'
import { Box, Button, Flex, Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { BackLink } from '#admin/kit/back-link.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { CommentPanel } from '#features/comments/admin/parts/comment-panel.tsx'
import { useComments } from '#features/comments/admin/parts/use-comments.ts'
import { describeKept } from '#features/content/admin/drafts/use-editing.ts'
import { HistoryPanel } from '#features/content/admin/history/history-panel.tsx'
import { EditorPanel } from '#features/content/admin/panels/editor-panel.tsx'
import { type EditorPanels, panelId, usePanels } from '#features/content/admin/panels/use-panel.ts'
import { contentTitle } from '#features/content/admin/parts/content-title.ts'
import { PreviewPane } from '#features/content/admin/preview/preview-pane.tsx'
import { SearchPreview } from '#features/content/admin/preview/search-preview.tsx'
import { TranslationEditor } from '#features/content/admin/translation/translation-editor.tsx'
import { ContentKey, type Presence } from '#features/content/contract.ts'
import { languages } from '#shared/languages.ts'
import { isBlankHtml } from '#shared/markup.ts'
import { ContentTabs } from './content-tabs.tsx'
import { PresenceList } from './presence-list.tsx'
import { PublishBar } from './publish-bar.tsx'
import { SeoFields } from './seo-fields.tsx'
import { TextNotices } from './text-notices.tsx'
import { TextPanel } from './text-panel.tsx'
import { TextTask } from './text-task.tsx'
import {
  type ContentEditing,
  type EditorPreview,
  useContentEditor,
  useEditorPreview,
} from './use-content-editor.ts'

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
  const { t } = useTexts()
  const editor = useContentEditor(contentKey)
  const { language, entry, newestQuery, isLoaded, editing, edit, isMerging, newer, canEdit } = editor
  const panels = usePanels()
  const preview = useEditorPreview(editor, panels.open === 'preview')
  const [viewed, setViewed] = useState<number>()
  return (
    <>
      <LeaveGuard isDirty={Object.keys(editing.edits).length > 0} onLeave={editing.discardAll} />
      <EditorHeading editor={editor} panels={panels} />
      <ContentTabs
        language={language}
        entry={entry}
        unsaved={languages.filter((code) => editing.edits[code])}
        onChoose={editor.choose}
      >
        {newestQuery.isError && !isLoaded && (
          <LoadFailure query={newestQuery} describe={(reason) => t('editor.loadFailed', { reason })} />
        )}
        {newestQuery.isPending && <Skeleton height={320} />}
        {isMerging && edit && newer && (
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
        {isLoaded && !isMerging && <Text editor={editor} />}
      </ContentTabs>
      {isLoaded && !isMerging && <EditorBar editor={editor} panels={panels} />}
      {isLoaded && <OpenPanel editor={editor} preview={preview} panels={panels} onOpenVersion={setViewed} />}
      {viewed !== undefined && (
        <Suspense>
          <VersionDialog
            contentKey={contentKey}
            language={language}
            version={viewed}
            newest={newer?.version ?? editor.saved.version}
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

function EditorHeading({ editor, panels }: { editor: ContentEditing; panels: EditorPanels }) {
  const { t, format } = useTexts()
  const comments = useComments({ key: editor.contentKey, language: editor.language })
  const open = comments.data?.filter(({ resolved_at }) => resolved_at === null).length ?? 0
  return (
    <ScreenHeading
      before={<BackToList />}
      title={contentTitle(editor.contentKey, t)}
      aside={
        <Flex wrap="wrap" gap="0.5rem 1.5rem" align="center">
          <PresenceList others={editor.presence?.others ?? nobody} />
          <Box component="p" c="dimmed" fz="sm">
            {t('content.progress', {
              count: format.number(editor.translated.length),
              total: format.number(languages.length),
            })}
          </Box>
          <ButtonRow>
            {(['search', 'history', 'comments'] as const).map((name) => (
              <Button
                key={name}
                variant="default"
                aria-expanded={panels.open === name}
                aria-controls={panelId(name)}
                onClick={() => panels.toggle(name)}
              >
                {t(panelTitles[name])}
                {name === 'comments' && open > 0 && ` (${format.number(open)})`}
              </Button>
            ))}
          </ButtonRow>
        </Flex>
      }
    />
  )
}

const panelTitles = { search: 'editor.seo', history: 'history.title', comments: 'comments.title' } as const

const nobody: Presence['others'] = []

/** The text with its notices. */
function Text({ editor }: { editor: ContentEditing }) {
  const { contentKey, language, newestQuery, editing, edit, fields, saved, newer, builtIn, canEdit } = editor
  return (
    <Stack>
      <TextTask key={language} contentKey={contentKey} language={language} entry={editor.entry} />
      <TextNotices
        isRecovered={editing.isRecovered && edit !== undefined}
        onDiscard={() => editing.discard(language)}
        // What cannot be saved cannot be merged either.
        newer={canEdit || !edit ? newer : undefined}
        isChanged={edit !== undefined}
        onMerge={() => newer && editing.reportConflict(language, newer.version)}
        onLoad={() => void newestQuery.refetch()}
      />
      <TranslationEditor
        contentKey={contentKey}
        language={language}
        isChanged={edit !== undefined}
        hasText={!isBlankHtml(fields.content)}
        onCopy={(content) => editing.change(language, saved, { content })}
      >
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
  )
}

interface OpenPanelProps {
  editor: ContentEditing
  preview: EditorPreview
  panels: EditorPanels
  onOpenVersion: (version: number) => void
}

/** The preview, the search fields, the history or the comments. */
function OpenPanel({ editor, preview, panels, onOpenVersion }: OpenPanelProps) {
  const { t } = useTexts()
  const { contentKey, language, editing, fields, saved, canEdit, tooLong } = editor
  const { open, close } = panels
  const frame = { language, onClose: close, closeLabel: t('editor.closePanel'), scrolls: true }
  if (open === 'preview' && canEdit)
    return <PreviewPane language={language} fields={fields} preview={preview.followed} onClose={close} />
  if (open === 'search')
    return (
      <EditorPanel name="search" title={t('editor.seo')} {...frame}>
        <SeoFields
          key={language}
          language={language}
          fields={fields}
          readOnly={!canEdit}
          focus={tooLong}
          onChange={(change) => editing.change(language, saved, change)}
        />
        <SearchPreview
          contentKey={contentKey}
          language={language}
          fields={fields}
          preview={canEdit ? preview.followed : undefined}
          onShare={preview.setSharing}
        />
      </EditorPanel>
    )
  if (open === 'history')
    return (
      <EditorPanel name="history" title={t('history.title')} {...frame}>
        <HistoryPanel
          key={`history ${language}`}
          contentKey={contentKey}
          language={language}
          onOpen={onOpenVersion}
        />
      </EditorPanel>
    )
  if (open === 'comments')
    return (
      <EditorPanel name="comments" title={t('comments.title')} {...frame}>
        <CommentPanel contentKey={contentKey} language={language} />
      </EditorPanel>
    )
  return null
}

function EditorBar({ editor, panels }: { editor: ContentEditing; panels: EditorPanels }) {
  return (
    <PublishBar
      contentKey={editor.contentKey}
      language={editor.language}
      fields={editor.fields}
      newest={editor.newest}
      published={editor.published}
      pageExists={editor.builtIn !== ''}
      edits={editor.editing.edits}
      canEdit={editor.canEdit}
      kept={describeKept(editor.editing)}
      isPreviewing={panels.open === 'preview'}
      onPreview={() => panels.toggle('preview')}
      actions={editor.actions}
    />
  )
}
