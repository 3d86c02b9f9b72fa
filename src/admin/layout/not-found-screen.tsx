import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { adminHome } from '../kit/safe-return-path.ts'
import { ScreenHeading } from '../kit/screen-heading.tsx'
import { useTexts } from '../kit/text-context.tsx'

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
