import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { useSiteName } from '#admin/kit/site-name.ts'
import { State } from '#admin/kit/state-mark.tsx'
import { isolate } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { SearchResult } from '#features/seo/admin/parts/search-result.tsx'
import type { PageAppearance } from '#features/seo/appearance/contract.ts'
import { shareCardSize } from '#features/seo/model.ts'
import { seoPermissions } from '#features/seo/permissions.ts'
import type { Language } from '#shared/languages.ts'
import styles from './appearance.module.css'
import { CardPicture } from './card-picture.tsx'
import { editingPath } from './editing-path.ts'
import { useAppearanceChange } from './use-appearance.ts'

interface PagePanelProps {
  page: PageAppearance
  language: Language
}

/** A page as a search result and as a card, where its words come from, and whether search engines may list it. */
export function PagePanel({ page, language }: PagePanelProps) {
  const { t } = useTexts()
  const site = useSiteName()
  const canChange = useCan(seoPermissions.change)
  const editing = editingPath(page, language)
  return (
    <Panel
      title={isolate(page.path)}
      headingId={page.path}
      size="small"
      aside={
        <State symbol={page.is_indexed ? 'done' : 'none'}>
          {t(page.is_indexed ? 'seo.appearance.indexed' : 'seo.appearance.hidden')}
        </State>
      }
    >
      <SearchResult {...page} {...{ site, language }} />
      <Hint>{t(`seo.appearance.sources.${page.title_source}`)}</Hint>
      <img
        className={styles.card}
        src={page.card}
        alt={t('seo.appearance.card', { title: page.title })}
        loading="lazy"
        {...shareCardSize}
      />
      <ButtonRow>
        {editing && <Link to={editing}>{t('seo.appearance.edit')}</Link>}
        <OutwardLink to={page.path}>{t('seo.appearance.open')}</OutwardLink>
        {canChange && <CardPicture page={page} language={language} />}
        {canChange && <ListingButton page={page} />}
      </ButtonRow>
    </Panel>
  )
}

/** Hides a page from search engines after a confirmation, or lists it again. */
function ListingButton({ page: { page, path, is_indexed } }: { page: PageAppearance }) {
  const { t } = useTexts()
  const [isAsked, setAsked] = useState(false)
  const change = useAppearanceChange()
  const { isBusy, run } = useAction({ onSettled: () => setAsked(false) })
  if (!is_indexed)
    return (
      <Button
        variant="default"
        size="sm"
        loading={isBusy}
        onClick={() => run(() => change(page, { is_indexed: true }), t('seo.appearance.shown'))}
      >
        {t('seo.appearance.show')}
      </Button>
    )
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setAsked(true)}>
        {t('seo.appearance.hide')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={t('seo.appearance.hideTitle', { path: isolate(path) })}
        confirm={t('seo.appearance.hide')}
        cancel={t('seo.appearance.keep')}
        isBusy={isBusy}
        focus="cancel"
        onConfirm={() => run(() => change(page, { is_indexed: false }), t('seo.appearance.hiddenNow'))}
        onClose={() => setAsked(false)}
      >
        {t('seo.appearance.hideText')}
      </ConfirmDialog>
    </>
  )
}
