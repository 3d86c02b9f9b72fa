import { Flex, Popover, useMantineColorScheme } from '@mantine/core'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { useUser } from '#admin/kit/api/api-context.tsx'
import { usePreferences } from '#admin/kit/api/use-preferences.ts'
import { Avatar } from '#admin/kit/avatar/avatar.tsx'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { LanguageSelect } from '#admin/kit/texts/language-select.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type Theme, themes } from '#shared/user.ts'
import styles from './layout.module.css'

/** The signed-in user, with language, theme and sign-out. */
export function UserPanel() {
  const { t } = useTexts()
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  const nameId = useId()
  const store = usePreferences()
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(19rem, calc(100vw - 1.5rem))"
      trapFocus
      returnFocus
      shadow="none"
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.user}
          aria-label={t('shell.account', { name: user.name })}
          onClick={() => setOpen(!isOpen)}
        >
          <Avatar member={user} />
          <span>{user.name}</span>
          <ChevronIcon />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.panel ?? ''} aria-labelledby={nameId}>
        <Flex gap="0.9rem" align="center">
          <Avatar member={user} size="medium" />
          <div>
            <p className={styles.userName} id={nameId}>
              {user.name}
            </p>
            <p className={styles.userRole}>{t(`roles.${user.role}`)}</p>
          </div>
        </Flex>
        <Link to="/admin/profile" onClick={() => setOpen(false)}>
          {t('screens.profile')}
        </Link>
        <LanguageSelect size="sm" onChoose={(language) => store({ language })} />
        <SchemeChoice onChoose={(theme) => store({ theme })} />
        <Link className={styles.signOut} to="/admin/sign-out">
          {t('shell.signOut')}
        </Link>
      </Popover.Dropdown>
    </Popover>
  )
}

function SchemeChoice({ onChoose }: { onChoose: (theme: Theme) => void }) {
  const { t } = useTexts()
  const { colorScheme, setColorScheme } = useMantineColorScheme({
    // Mantine would suspend transitions by a style element, which needs HTML.
    keepTransitions: true,
  })
  const name = useId()
  return (
    <fieldset className={styles.schemes}>
      <legend>{t('theme.label')}</legend>
      {themes.map((scheme) => (
        <label key={scheme}>
          <input
            type="radio"
            name={name}
            value={scheme}
            checked={colorScheme === scheme}
            onChange={() => {
              setColorScheme(scheme)
              onChoose(scheme)
            }}
          />
          <span>{t(`theme.${scheme}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
