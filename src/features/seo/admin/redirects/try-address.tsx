import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeFieldError } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import form from '#admin/kit/form/form.module.css'
import { Detail } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { isolate } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { readable } from '#features/seo/admin/readable-address.ts'
import { TriedAddress } from '#features/seo/redirects/contract.ts'
import styles from './redirects.module.css'
import { redirectsPath } from './use-redirects.ts'

/** A field that says where an address of the site leads. */
export function TryAddress() {
  const { t } = useTexts()
  const api = useApi()
  const [address, setAddress] = useState('')
  const [tried, setTried] = useState<TriedAddress>()
  const { isBusy, error, run, reset } = useAction({ showsFailure: true })

  function submit(event: FormEvent) {
    event.preventDefault()
    const asked = address.trim()
    if (asked === '') return
    run(async () => {
      const query = new URLSearchParams({ address: asked })
      setTried(await api.get(`${redirectsPath}/try?${query}`, TriedAddress))
    })
  }

  return (
    <Panel title={t('redirects.try.title')}>
      <form className={form.inline} onSubmit={submit} noValidate>
        <TextInput
          label={t('redirects.try.label')}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          value={address}
          error={error && describeFieldError(error, t)}
          errorProps={{ role: 'alert' }}
          onChange={({ currentTarget: { value } }) => {
            reset()
            setTried(undefined)
            setAddress(value)
          }}
        />
        <Button type="submit" variant="default" loading={isBusy} disabled={address.trim() === ''}>
          {t('redirects.try.do')}
        </Button>
      </form>
      <div role="status" className={styles.tried}>
        {tried && <Answer tried={tried} />}
      </div>
    </Panel>
  )
}

function Answer({ tried: { address, outcome, kind, to, via } }: { tried: TriedAddress }) {
  const { t, format } = useTexts()
  const words = {
    address: isolate(readable(address)),
    to: isolate(readable(to ?? '')),
    kind: String(kind ?? ''),
  }
  return (
    <p>
      {t(`redirects.try.${outcome}`, words)}
      {via.length > 1 && <Detail>{t('redirects.try.via', { list: format.list(via.map(isolate)) })}</Detail>}
    </p>
  )
}
