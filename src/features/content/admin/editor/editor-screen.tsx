import '#features/releases/admin/parts/texts.ts'
import '#features/content/admin/translation/texts.ts'
import '#features/content/admin/preview/texts.ts'
import '#features/content/admin/history/texts.ts'
import { Box, Flex, Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { BackLink } from '#admin/kit/back-link.tsx'
import { Columns, Stack } from '#admin/kit/layout/columns.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { HistoryPanel } from '#features/content/admin/history/history-panel.tsx'
import { contentTitle } from '#features/content/admin/parts/content-title.ts'
import { PreviewPane } from '#features/content/admin/preview/preview-pane.tsx'
import { SearchPreview } from '#features/content/admin/preview/search-preview.tsx'
import { TranslationEditor } from '#features/content/admin/translation/translation-editor.tsx'
import { ContentKey, type Presence } from '#features/content/contract.ts'
import { languages } from '#shared/languages.ts'
import { ContentTabs } from './content-tabs.tsx'
import { PresenceList } from './presence-list.tsx'
import { PublishBar } from './publish-bar.tsx'
import { SeoFields } from './seo-fields.tsx'
import { TextNotices } from './text-notices.tsx'
import { TextPanel } from './text-panel.tsx'
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
  const preview = useEditorPreview(editor)
  const [viewed, setViewed] = useState<number>()
  return (
    <>
      <LeaveGuard isDirty={Object.keys(editing.edits).length > 0} onLeave={editing.discardAll} />
      <EditorHeading editor={editor} />
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
        {isLoaded && !isMerging && (
          <TextColumns editor={editor} preview={preview} onOpenVersion={setViewed} />
        )}
      </ContentTabs>
      {isLoaded && !isMerging && <EditorBar editor={editor} preview={preview} />}
      {preview.isOpen && (
        <PreviewPane
          id="preview"
          language={language}
          preview={preview.followed}
          onClose={() => {
            preview.setOpen(false)
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

function EditorHeading({ editor }: { editor: ContentEditing }) {
  const { t, format } = useTexts()
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
        </Flex>
      }
    />
  )
}

const nobody: Presence['others'] = []

interface TextColumnsProps {
  editor: ContentEditing
  preview: EditorPreview
  onOpenVersion: (version: number) => void
}

/** The text with its notices, and beside it the search fields, the search preview and the history. */
function TextColumns(props: TextColumnsProps) {
  const { contentKey, language, newestQuery, editing, edit, fields, saved, newer, builtIn, canEdit } =
    props.editor
  return (
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
      <Margin {...props} />
    </Columns>
  )
}

/** The search fields, the search preview and the history. */
function Margin({ editor, preview, onOpenVersion }: TextColumnsProps) {
  const { contentKey, language, editing, fields, saved, canEdit } = editor
  return (
    <Flex component="aside" direction="column" gap="2.25rem" miw={0}>
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
        preview={canEdit ? preview.followed : undefined}
        onShare={preview.setSharing}
      />
      <HistoryPanel
        key={`history ${language}`}
        contentKey={contentKey}
        language={language}
        onOpen={onOpenVersion}
      />
    </Flex>
  )
}

function EditorBar({ editor, preview }: { editor: ContentEditing; preview: EditorPreview }) {
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
      isPreviewing={preview.isOpen}
      onPreview={() => preview.setOpen(!preview.isOpen)}
      actions={editor.actions}
    />
  )
}
