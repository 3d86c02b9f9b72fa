import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCanIn, useUser } from '#admin/kit/api/api-context.tsx'
import { useOwnLanguage } from '#admin/kit/api/own-language.ts'
import { listTranslated } from '#features/content/admin/content-state.ts'
import { baseOf, type Edits, type OverLimit } from '#features/content/admin/drafts/edits.ts'
import { useEditing } from '#features/content/admin/drafts/use-editing.ts'
import type { PanelName } from '#features/content/admin/panels/use-panel.ts'
import { useEntries } from '#features/content/admin/parts/use-entries.ts'
import { usePreviewer } from '#features/content/admin/preview/use-previewer.ts'
import { useBuiltIn, useNewest, usePublished } from '#features/content/admin/use-content.ts'
import type { ContentKey } from '#features/content/contract.ts'
import { contentPermissions } from '#features/content/permissions.ts'
import { isLanguage, type Language } from '#shared/languages.ts'
import { findNewer } from './newer-version.ts'
import { useContentActions } from './use-content-actions.ts'
import { usePresence } from './use-presence.ts'

export type ContentEditing = ReturnType<typeof useContentEditor>
export type EditorPreview = ReturnType<typeof useEditorPreview>

/** The state of the editor: the saved, published and unsaved text in the chosen language, and who else has it open. */
export function useContentEditor(contentKey: ContentKey) {
  const { language, choose } = useChosenLanguage()
  const user = useUser()
  const canEdit = useCanIn(contentPermissions.edit, language)
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
  const [tooLong, setTooLong] = useState<OverLimit>()
  const actions = useContentActions(contentKey, editing, {
    onLanguage: choose,
    onTooLong(over) {
      choose(over.language, 'search')
      setTooLong({ ...over })
    },
  })
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

  return {
    contentKey,
    language,
    choose,
    canEdit,
    entry,
    newestQuery,
    newest,
    isLoaded,
    builtIn,
    published,
    editing,
    actions,
    saved,
    edit,
    fields,
    presence,
    newer,
    isMerging,
    translated,
    tooLong,
  }
}

/** The language of the text, which the address names; otherwise that of the interface or one that the user edits. */
function useChosenLanguage() {
  const ownLanguage = useOwnLanguage()
  const [params, setParams] = useSearchParams()
  const asked = params.get('language')
  function choose(next: string, panel?: PanelName) {
    // Keeps the parameters of the side-by-side view.
    const address = new URLSearchParams(params)
    address.set('language', next)
    if (panel) address.set('panel', panel)
    setParams(address, { replace: true })
  }
  return { language: isLanguage(asked) ? asked : ownLanguage, choose }
}

/** A preview of the text as it is being written, made while its pane or its card is shown. */
export function useEditorPreview(
  { contentKey, language, fields, canEdit, isLoaded }: ContentEditing,
  isOpen: boolean,
) {
  const [isSharing, setSharing] = useState(false)
  const { content, seo_title, seo_description, seo_keywords } = fields
  const isShown = canEdit && isLoaded && (isOpen || isSharing)
  const followed = usePreviewer(
    useMemo(
      () =>
        isShown
          ? { key: contentKey, language, content, seo_title, seo_description, seo_keywords }
          : undefined,
      [isShown, contentKey, language, content, seo_title, seo_description, seo_keywords],
    ),
  )
  return { followed, setSharing }
}

function contentsOf(edits: Edits): Partial<Record<Language, string>> {
  return Object.fromEntries(Object.entries(edits).map(([language, { fields }]) => [language, fields.content]))
}
