import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { adminHome } from '#admin/kit/api/safe-return-path.ts'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'

export function NotFoundScreen() {
  const { t } = useTexts()
  return (
    <>
      <ScreenHeading title={t('notFound.title')} intro={t('notFound.text')} />
      <Button component={Link} to={adminHome}>
        {t('notFound.back')}
      </Button>
    </>
  )
}
