import { Flex } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '#admin/kit/api/api-context.tsx'
import { initialsOf } from '#admin/kit/avatar/initials.ts'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Presence } from '#features/content/contract.ts'
import { languageNames } from '#shared/languages.ts'
import { namedOnce } from './named-once.ts'
import styles from './presence.module.css'

/** Who else has this text open. Changes are announced to screen readers. */
export function PresenceList({ others }: { others: Presence['others'] }) {
  const { t } = useTexts()
  const me = useUser().id
  const known = useRef<Presence['others']>([])
  const [news, setNews] = useState('')

  useEffect(() => {
    const before = known.current
    known.current = others
    const isIn = (list: Presence['others']) => (one: Presence['others'][number]) =>
      list.some(({ editor }) => editor === one.editor)
    const arrived = others.filter((one) => !isIn(before)(one))
    const left = before.filter((one) => !isIn(others)(one))
    if (arrived.length + left.length === 0) return
    setNews(
      [
        ...arrived.map((one) =>
          t(one.user.id === me ? 'history.presence.arrivedSelf' : 'history.presence.arrived', {
            name: one.user.name,
            language: languageNames[one.language],
          }),
        ),
        ...left.map((one) =>
          t(one.user.id === me ? 'history.presence.leftSelf' : 'history.presence.left', {
            name: one.user.name,
          }),
        ),
      ].join('. '),
    )
  }, [others, me, t])

  return (
    <>
      <VisuallyHidden>
        <span role="status">{news}</span>
      </VisuallyHidden>
      {others.length > 0 && (
        <Flex
          component="ul"
          wrap="wrap"
          gap="0.35rem 1.25rem"
          fz="sm"
          aria-label={t('history.presence.label')}
        >
          {namedOnce(others).map(({ editor, user, language }) => (
            <Flex component="li" key={editor} gap="0.5rem" align="center">
              <span className={styles.initials} aria-hidden="true">
                {initialsOf(user.name)}
              </span>
              {t(user.id === me ? 'history.presence.inSelf' : 'history.presence.in', {
                name: user.name,
                language: languageNames[language],
              })}
            </Flex>
          ))}
        </Flex>
      )}
    </>
  )
}
