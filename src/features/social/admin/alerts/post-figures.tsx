import { Facts } from '#admin/kit/layout/facts.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { isFigureKey } from '#features/social/admin/texts.ts'
import type { SocialPost } from '#features/social/posts/contract.ts'

/** How a published post fares, where its platform tells; figures that this page has no words for are left out. */
export function PostFigures({ post: { figures } }: { post: SocialPost }) {
  const { t, format } = useTexts()
  const shown = Object.entries(figures ?? {}).flatMap(([figure, value]) => {
    const key = `post_figures.${figure}`
    return isFigureKey(key) ? [{ name: t(key), value: format.number(value), isQuiet: value === 0 }] : []
  })
  if (shown.length === 0) return null
  return (
    <Panel title={t('alerts.figures')}>
      <Facts layout="figures" facts={shown} />
    </Panel>
  )
}
